import { agreementSuite } from "../support/agreement.js";

agreementSuite(1200, 85);
