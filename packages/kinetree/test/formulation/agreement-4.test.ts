import { agreementSuite } from "../support/agreement.js";

agreementSuite(1300, 85);
