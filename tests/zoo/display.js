// A desktop of its own for each look: an X server, a window manager, a browser.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {spawn} from "node:child_process";

export const browserCommand = (profile, more) => [
  "chromium", "--no-sandbox", "--test-type", "--disable-gpu", "--no-first-run", "--no-default-browser-check",
  "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
  "--disable-features=Translate", "--password-store=basic", "--force-device-scale-factor=1",
  `--user-data-dir=${profile}`, ...more,
];

/// Displays that are up; they end with this program, whatever ends it.
const running = new Set();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(7));
process.on("exit", () => running.forEach((display) => display.end()));

export class Display {
  /// `folder` is for what a run leaves, and goes with the display. What it starts writes to `log` there.
  static async start() {
    const display = new Display();
    running.add(display);
    display.home = fs.mkdtempSync(path.join(os.tmpdir(), "zoo-"));
    display.folder = path.join(display.home, "run");
    fs.mkdirSync(display.folder);
    display.log = fs.openSync(path.join(display.folder, "log"), "a");
    display.processes = [];
    const server = display.spawn(
      ["Xvfb", "-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"],
      {stdio: ["ignore", display.log, display.log, "pipe"]});
    const number = await new Promise((resolve, reject) => {
      let text = "";
      server.stdio[3].on("data", (data) => {
        text += data;
        if (text.endsWith("\n")) resolve(text.trim());
      });
      server.on("exit", () => reject(new Error("Xvfb does not start.")));
    });
    const {home} = display;
    display.environment = {
      ...process.env, DISPLAY: `:${number}`, HOME: home, TMPDIR: home, XDG_RUNTIME_DIR: home,
      XDG_CONFIG_HOME: `${home}/.config`, XDG_CACHE_HOME: `${home}/.cache`,
      XDG_DATA_HOME: `${home}/.local/share`, DBUS_SESSION_BUS_ADDRESS: "", WAYLAND_DISPLAY: "",
      NO_AT_BRIDGE: "1", LC_ALL: "C.UTF-8",
    };
    display.spawn(["openbox", "--sm-disable"]);
    return display;
  }

  spawn([program, ...words], options = {}) {
    const stdio = ["ignore", this.log, this.log];
    const child = spawn(program, words, {env: this.environment, stdio, detached: true, ...options});
    child.on("error", () => {});
    this.processes.push(child);
    return child;
  }

  /// Runs a command until it ends or the time is over. Returns its exit code (-1: none), what it wrote, and the
  /// seconds it took.
  run(command, limitSeconds) {
    const started = Date.now();
    const child = this.spawn(command, {stdio: ["ignore", "pipe", "pipe"]});
    const result = {code: -1, out: "", err: ""};
    child.stdout.on("data", (data) => (result.out += data));
    child.stderr.on("data", (data) => (result.err += data));
    const timer = setTimeout(() => this.kill(child), 1000 * limitSeconds);
    return new Promise((resolve) => child.on("close", (code) => {
      clearTimeout(timer);
      resolve({...result, code: code ?? -1, seconds: (Date.now() - started) / 1000});
    }));
  }

  capture(picture) {
    const {DISPLAY} = this.environment;
    const source = ["-f", "x11grab", "-video_size", "1280x1024", "-i", DISPLAY, "-frames:v", "1"];
    return this.run(["ffmpeg", "-loglevel", "error", ...source, picture], 20);
  }

  openPage(url, look) {
    const where = look.window === "app" ? [`--app=${url}`] : [url];
    this.spawn(browserCommand(`${this.home}/profile`, ["--window-position=0,0", "--window-size=1200,960", ...where]));
  }

  kill(child) {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }

  end() {
    for (const child of this.processes.reverse()) if (child.exitCode === null && child.pid) this.kill(child);
    running.delete(this);
    fs.closeSync(this.log);
    // Those that were killed may be writing still.
    fs.rmSync(this.home, {recursive: true, force: true, maxRetries: 5, retryDelay: 200});
  }
}
