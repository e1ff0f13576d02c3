// The page of a match.
// @ts-check

import { follow } from "./live.js";

follow();
