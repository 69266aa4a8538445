// The games as the loader of skins knows them: by their tables. The games themselves bring solvers
// and planners along, which take longer to build than all the fuzzers.
#include "fuzz/skin_games.hpp"

#include "actuator/plan_hexiom.hpp"
#include "actuator/plan_lights.hpp"
#include "actuator/plan_net.hpp"
#include "actuator/plan_panel.hpp"
#include "actuator/plan_slitherlink.hpp"

namespace eyehand {
namespace {

struct NetRules {
  net::Rules rules;
};
template <class Visitor>
void describe(NetRules& table, Visitor&& visit) {
  visit("connected", table.rules.connected, About{"all wires must be one network"});
  visit("acyclic", table.rules.acyclic, About{"no wire may run in a loop"});
}

class Tables : public Game {
 public:
  std::string_view about() const override { return ""; }
  std::span<const RuleWord> rules() const override { return {}; }
  std::span<const WishOption> wishes() const override { return {}; }
  std::vector<std::string> split(std::string_view) const override { return {}; }
  TextSolution solve(std::string_view, const TextOptions&) const override { return {}; }
  std::vector<Part> parts(std::string_view) const override { return {}; }
  std::string picture(std::string_view) const override { return {}; }
  std::string generate(const GenerateWish&, Deadline) const override { return {}; }
};

/// `Look` and `Controls` are those of the game.
template <class Look, class Controls>
class TablesOf : public Tables {
 public:
  explicit TablesOf(std::string_view name) : name_(name) {}
  std::string_view name() const override { return name_; }
  std::unique_ptr<Round> begin(const Skin& skin) const override {
    Look look;
    Controls controls;
    skin.file.read("look", look);
    skin.file.read("controls", controls);
    return nullptr;
  }

 private:
  std::string_view name_;
};

class NetTables final : public TablesOf<net::Look, net::Controls> {
 public:
  using TablesOf::TablesOf;
  std::unique_ptr<Round> begin(const Skin& skin) const override {
    LatticeLook lattice;
    NetRules rules;
    skin.file.read("lattice", lattice);
    skin.file.read("rules", rules);
    return TablesOf::begin(skin);
  }
};

}  // namespace

std::span<const Game* const> games() {
  static const NetTables net("net");
  static const TablesOf<slitherlink::Look, slitherlink::Controls> slitherlink("slitherlink");
  static const TablesOf<hexiom::Look, hexiom::Controls> hexiom("hexiom");
  static const TablesOf<lights::Look, lights::Controls> lights("lights");
  static const TablesOf<panel::Look, panel::Controls> panel("panel");
  static const std::array<const Game*, 5> all = {&net, &slitherlink, &hexiom, &lights, &panel};
  return all;
}

namespace fuzz {

void read_with(const Skin& skin, const Frame& frame) {
  if (skin.game == "net") {
    net::Look look;
    skin.file.read("lattice", look.lattice);
    skin.file.read("look", look);
    net::draw(frame, net::read(frame, look));
  } else if (skin.game == "slitherlink") {
    slitherlink::Look look;
    skin.file.read("look", look);
    slitherlink::draw(frame, slitherlink::read(frame, look));
  } else if (skin.game == "hexiom") {
    hexiom::Look look;
    skin.file.read("look", look);
    hexiom::draw(frame, hexiom::read(frame, look));
  } else if (skin.game == "lights") {
    lights::Look look;
    skin.file.read("look", look);
    lights::draw(frame, lights::read(frame, look));
  } else if (skin.game == "panel") {
    panel::Look look;
    skin.file.read("look", look);
    panel::draw(frame, panel::read(frame, look));
  }
}

}  // namespace fuzz
}  // namespace eyehand
