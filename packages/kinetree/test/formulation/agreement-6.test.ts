import { agreementSuite } from "../support/agreement.js";

agreementSuite(1500, 85);
