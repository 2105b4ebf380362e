import { agreementSuite } from "../support/agreement.js";

agreementSuite(1000, 85);
