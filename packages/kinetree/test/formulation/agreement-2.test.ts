import { agreementSuite } from "../support/agreement.js";

agreementSuite(1100, 85);
