#include "app/json.hpp"

#include "app/output.hpp"

namespace eyehand {

nlohmann::ordered_json json_of(int schema) {
  nlohmann::ordered_json object;
  object["schema"] = schema;
  return object;
}

void print_object(const nlohmann::ordered_json& object) {
  print_line(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace eyehand
