import { agreementSuite } from "../support/agreement.js";

agreementSuite(1400, 85);
