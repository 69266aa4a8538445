#include "tests/play/stage.hpp"
