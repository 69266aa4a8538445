#include <fmt/format.h>

#include <charconv>
#include <memory>

#include "app/commands.hpp"
#include "app/json.hpp"
#include "app/output.hpp"
#include "manual/version.hpp"
#include "player/skin.hpp"
#include "process/find_program.hpp"
#include "vision/ocr.hpp"
#include "x11/connection.hpp"
#include "x11/monitors.hpp"
#include "x11/properties.hpp"
#include "x11/windows.hpp"

namespace eyehand {
namespace {

/// Prints findings, or collects them as JSON, and remembers whether one of them prevents playing.
class Findings {
 public:
  explicit Findings(bool json) : json_(json) {}

  void ok(const std::string& what) { add("ok", what); }
  void note(const std::string& what) { add("note", what); }
  void missing(const std::string& what) {
    add("missing", what);
    playable_ = false;
  }
  bool playable() const { return playable_; }

  nlohmann::ordered_json to_json() const {
    auto all = json_of(kDoctorSchema);
    all["version"] = manual::kVersion;
    all["playable"] = playable_;
    all["findings"] = list_;
    return all;
  }

 private:
  void add(const std::string& kind, const std::string& what) {
    if (json_) {
      list_.push_back({{"kind", kind}, {"what", what}});
      return;
    }
    print_line((kind == "missing" ? "MISSING  " : kind + std::string(9 - kind.size(), ' ')) + what);
  }

  bool json_, playable_ = true;
  nlohmann::ordered_json list_ = nlohmann::ordered_json::array();
};

struct Extension {
  const char* name;
  const char* use;      ///< what it is for, and what happens without it
  bool needed = false;  ///< nothing can be played without it
};
constexpr Extension kExtensions[] = {
    {"XTEST", "to click", true},
    {"Composite", "to see covered windows; without it, they must be on top"},
    {"DAMAGE", "to know when a window is still; without it, more captures are needed"},
    {"XFIXES", "used together with DAMAGE"},
    {"RECORD", "to notice when you move the mouse; without it, less reliably"},
    {"MIT-SHM", "to capture fast; without it, about ten times slower"},
    {"RANDR", "for several monitors; without it, one is assumed"},
};

/// The scale of the desktop, from the settings that toolkits read.
std::string scale_of(x11::Connection& connection) {
  const std::string resources =
      x11::text(connection, connection.root(), connection.atom("RESOURCE_MANAGER"));
  std::string scale = "1";
  if (const auto at = resources.find("Xft.dpi:"); at != std::string::npos) {
    const auto number = resources.find_first_of("0123456789", at);
    int dpi = 0;
    if (number != std::string::npos)
      std::from_chars(resources.data() + number, resources.data() + resources.size(), dpi);
    if (dpi > 0)
      scale = std::to_string(dpi * 100 / 96) + " % (Xft.dpi " + std::to_string(dpi) + ')';
  }
  for (const char* variable : {"GDK_SCALE", "GDK_DPI_SCALE", "QT_SCALE_FACTOR"})
    if (const auto value = environment(variable); !value.empty())
      scale += std::string(", ") + variable + '=' + value;
  return scale;
}

void examine_server(x11::Connection& connection, Findings& findings) {
  const x11::Rect screen = connection.screen();
  findings.ok("display " + connection.name() + ", " + std::to_string(screen.width) + "x" +
              std::to_string(screen.height) + " pixels");
  for (const x11::Monitor& monitor : x11::monitors(connection))
    findings.ok(fmt::format("monitor {}, {}x{} at {},{}", monitor.name, monitor.place.width,
                            monitor.place.height, monitor.place.x, monitor.place.y));
  for (const Extension& extension : kExtensions) {
    const std::string line = std::string(extension.name) + " extension, " + extension.use;
    if (connection.has_extension(extension.name)) {
      findings.ok(line);
    } else if (extension.needed) {
      findings.missing(line + "; enable it in the X server");
    } else {
      findings.note("no " + line);
    }
  }
  if (const auto manager = x11::window_manager(connection)) {
    findings.ok("window manager " + *manager);
  } else {
    findings.note("no window manager, so covered windows cannot always be raised; start openbox");
  }
  findings.ok("scale " + scale_of(connection) + "; Eyehand works in real pixels at any scale");
}

void examine_display(Findings& findings) {
  const bool wayland =
      environment("XDG_SESSION_TYPE") == "wayland" || !environment("WAYLAND_DISPLAY").empty();
  try {
    x11::Connection connection;
    examine_server(connection, findings);
  } catch (const Error& error) {
    findings.missing(std::string("display: ") + error.what());
  }
  if (wayland)
    findings.note(
        "this is a Wayland session: only programs running under Xwayland can be seen and clicked; "
        "start them with 'eyehand run PROGRAM'");
  else
    findings.ok("not a Wayland session");
}

void examine_tools(Findings& findings) {
  if (find_program("ffmpeg"))
    findings.ok("ffmpeg, for play --record and watch --mp4");
  else
    findings.note(
        "no ffmpeg, so play --record and watch --mp4 do not work (apt-get install ffmpeg)");
  if (find_program("eyehand-watch"))
    findings.ok("eyehand-watch, for watch and play --watch");
  else
    findings.note(
        "no eyehand-watch, so watch can only write pages (--html); it comes with eyehand-arena");
  if (const std::string problem = ocr_problem(); problem.empty())
    findings.ok("Tesseract, for digits that a skin's samples leave uncertain");
  else
    findings.note(problem);
}

void examine_skins(Findings& findings) {
  const auto files = skin_files();
  if (files.empty()) {
    std::string folders;
    for (const auto& folder : skin_folders()) folders += "\n           " + folder.string();
    findings.missing("skins: none found in" + folders);
  }
  for (const auto& file : files) {
    try {
      const Skin skin = load_skin(file);
      findings.ok("skin " + skin.name + " (" + skin.game + ": " + skin.about + ')');
    } catch (const Error& error) {
      findings.missing("skin " + file.stem().string() + ": " + error.what());
    }
  }
}

ExitCode run_doctor(bool json) {
  Findings findings(json);
  examine_display(findings);
  examine_tools(findings);
  examine_skins(findings);
  if (json) print_object(findings.to_json());
  return findings.playable() ? ExitCode::ok : ExitCode::failed;
}

}  // namespace

Command doctor_command() {
  const auto json = std::make_shared<bool>(false);
  return {
      .name = "doctor",
      .group = "Programs",
      .summary = "Report what is missing on this machine and how to fix it",
      .options = {flag("--json", *json,
                       "print one JSON object: schema, version, playable, findings (kind, what)")},
      .about =
          R"(Each line begins with ok, with note (Eyehand can play, with the limitation named) or with MISSING (it
cannot play), and says how to fix the problem. The exit code is 0 if games can be played here, 1 otherwise.)",
      .run = [json] { return run_doctor(*json); }};
}

}  // namespace eyehand
