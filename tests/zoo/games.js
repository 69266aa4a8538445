import * as hexiom from "./hexiom.js";
import * as lights from "./lights.js";
import * as net from "./net.js";
import * as panel from "./panel.js";
import * as slitherlink from "./slitherlink.js";

export const games = {net, slitherlink, lights, hexiom, panel};
