#include "player/buttons.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

namespace eyehand {
namespace {

const cv::Scalar kBlack(0, 0, 0), kWhite(255, 255, 255), kPale(225, 225, 225);

/// A page with a board of tiles and a toolbar.
cv::Mat page() {
  cv::Mat picture(480, 640, CV_8UC3, cv::Scalar(180, 150, 120));
  for (int row = 0; row < 5; ++row)
    for (int column = 0; column < 5; ++column)
      cv::rectangle(picture, {160 + 64 * column, 100 + 64 * row, 56, 56},
                    (row + column) % 2 == 0 ? cv::Scalar(40, 200, 240) : cv::Scalar(90, 60, 50),
                    cv::FILLED);
  return picture;
}

void write(cv::Mat& picture, const std::string& text, cv::Point at, cv::Scalar colour) {
  cv::putText(picture, text, at, cv::FONT_HERSHEY_SIMPLEX, 0.6, colour, 1, cv::LINE_AA);
}

void draw_button(cv::Mat& picture, const std::string& text, cv::Point at) {
  int baseline = 0;
  const cv::Size size = cv::getTextSize(text, cv::FONT_HERSHEY_SIMPLEX, 0.6, 1, &baseline);
  const cv::Rect box(at.x - 10, at.y - 24, size.width + 20, 34);
  cv::rectangle(picture, box, kPale, cv::FILLED);
  cv::rectangle(picture, box, cv::Scalar(120, 120, 120));
  write(picture, text, at, kBlack);
}

cv::Mat with_dialog(const cv::Mat& page, const std::vector<std::string>& buttons) {
  cv::Mat picture = page * 0.5;
  cv::rectangle(picture, {180, 170, 320, 130}, kWhite, cv::FILLED);
  write(picture, "Congratulations, you won!", {200, 205}, kBlack);
  int x = 210;
  for (const std::string& button : buttons) {
    draw_button(picture, button, {x, 265});
    x += 160;
  }
  return picture;
}

const ButtonWords& words() {
  static const ButtonWords loaded = load_button_words();
  return loaded;
}

std::vector<std::string> texts(const std::vector<Button>& buttons) {
  std::vector<std::string> all;
  for (const Button& button : buttons) all.push_back(button.text);
  return all;
}

TEST(ButtonTexts, MayDifferInCaseAccentsAndPunctuation) {
  EXPECT_TRUE(says("OK", "Ok"));
  EXPECT_TRUE(says("» Nächstes Level!", "Nachstes level"));
  EXPECT_TRUE(says("Prufen", "Prüfen"));
  EXPECT_TRUE(says("Priifen", "Prüfen"));
  EXPECT_TRUE(says("Prtifen", "Prüfen"));
  EXPECT_TRUE(says("SchlieBen", "Schließen"));
  EXPECT_TRUE(says("SchlicBen", "Schließen"));
  EXPECT_TRUE(says("Schliessen", "Schließen"));
  EXPECT_TRUE(says("Schlieffen", "Schließen"));
  EXPECT_TRUE(says("iJugar de nuevo", "¡Jugar de nuevo"));
  EXPECT_TRUE(says("0K", "OK"));
  EXPECT_TRUE(says("Plav again", "Play again"));
  EXPECT_TRUE(says("Controtia", "Controlla"));
}

TEST(ButtonTexts, MustBeTheWholePhrase) {
  EXPECT_FALSE(says("Press OK to go on", "OK"));
  EXPECT_FALSE(says("Play", "Play again"));
  EXPECT_FALSE(says("Nest", "Next"));
  EXPECT_FALSE(says("OX", "OK"));
  EXPECT_FALSE(says("Play again?", "Play again"));
  EXPECT_FALSE(says("", "OK"));
  EXPECT_FALSE(says("!", "?"));
}

TEST(ButtonWords, AreInSeveralLanguages) {
  const auto has = [](const std::vector<std::string>& list, const char* phrase) {
    return std::find(list.begin(), list.end(), phrase) != list.end();
  };
  for (const char* phrase :
       {"New game", "Neues Spiel", "Nouvelle partie", "Nuevo juego", "Nuova partita", "Nieuw spel"})
    EXPECT_TRUE(has(words().next, phrase)) << phrase;
  for (const char* phrase : {"Close", "Schließen", "Fermer", "Cerrar", "Chiudi", "Sluiten"})
    EXPECT_TRUE(has(words().close, phrase)) << phrase;
}

TEST(Buttons, OfADialogAreFound) {
  const cv::Mat before = page();
  const auto buttons = find_buttons(before, with_dialog(before, {"Play again"}), words());
  ASSERT_EQ(buttons.size(), 1U);
  EXPECT_TRUE(cv::Rect(200, 241, 130, 34).contains(buttons[0].at)) << buttons[0].at;
}

TEST(Buttons, ThatGoOnComeBeforeThoseThatOnlyClose) {
  const cv::Mat before = page();
  const auto buttons = find_buttons(before, with_dialog(before, {"Close", "New game"}), words());
  EXPECT_EQ(texts(buttons), (std::vector<std::string>{"New game", "Close"}));
}

TEST(Buttons, ThatCancelAQuestionAreFoundToCloseIt) {
  const cv::Mat before = page();
  const auto buttons = find_closing_buttons(before, with_dialog(before, {"OK", "Cancel"}), words());
  EXPECT_EQ(texts(buttons), (std::vector<std::string>{"Cancel", "OK"}));
  EXPECT_TRUE(find_closing_buttons(before, with_dialog(before, {"Play again"}), words()).empty());
}

TEST(Buttons, ThatWereThereBeforeAreNotPressed) {
  cv::Mat before = page();
  draw_button(before, "New game", {30, 50});
  EXPECT_TRUE(find_buttons(before, before, words()).empty());
  EXPECT_TRUE(find_buttons(before, before * 0.4, words()).empty()) << "dimmed";
  const auto buttons = find_buttons(before, with_dialog(before, {"OK"}), words());
  EXPECT_EQ(texts(buttons), std::vector<std::string>{"OK"});
}

TEST(Buttons, MayBeLarge) {
  const cv::Mat before = page();
  cv::Mat now = before * 0.4;
  cv::putText(now, "Restart", {60, 300}, cv::FONT_HERSHEY_SIMPLEX, 4, kWhite, 10, cv::LINE_AA);
  EXPECT_EQ(texts(find_buttons(before, now, words())), std::vector<std::string>{"Restart"});
}

TEST(Buttons, OfAPageAtAThirdOfItsSizeAreFoundOnAPattern) {
  cv::Mat window(600, 800, CV_8UC3, cv::Scalar(35, 35, 35)), small;
  for (int x = -600; x < 800; x += 80)
    cv::line(window, {x, 600}, {x + 600, 0}, cv::Scalar(50, 50, 50), 28);
  draw_button(window, "Check", {300, 300});
  cv::resize(window, small, {}, 0.33, 0.33, cv::INTER_AREA);
  EXPECT_EQ(texts(find_buttons(small, words().check)), std::vector<std::string>{"Check"});
}

TEST(Buttons, MayBeMisreadAtOneScale) {
  for (const std::string text : {"Submit", "Comprobar"}) {
    cv::Mat window(60, 200, CV_8UC3, cv::Scalar(180, 150, 120));
    cv::rectangle(window, {20, 16, 140, 26}, kPale, cv::FILLED);
    cv::putText(window, text, {32, 33}, cv::FONT_HERSHEY_SCRIPT_SIMPLEX,
                text == "Submit" ? 0.38 : 0.33, kBlack, 1, cv::LINE_AA);
    const auto buttons = find_buttons(window, words().check);
    ASSERT_EQ(buttons.size(), 1U) << text;
    EXPECT_TRUE(says(buttons[0].text, text)) << buttons[0].text;
  }
}

TEST(Buttons, AreFoundBelowManySymbolsThatLookLikeSmallOnes) {
  cv::Mat window(520, 640, CV_8UC3, cv::Scalar(35, 25, 25));
  for (int y = 0; y < window.rows; y += 20) window.rowRange(y, y + 10) = cv::Scalar(15, 5, 10);
  for (int symbol = 0; symbol < 60; ++symbol) {
    const cv::Rect box(40 + symbol % 10 * 56, 30 + symbol / 10 * 40, 28, 14);
    cv::rectangle(window, box, kPale, cv::FILLED);
    cv::circle(window, (box.tl() + box.br()) / 2, 3, kBlack, cv::FILLED);
  }
  cv::rectangle(window, {270, 447, 62, 24}, kPale, cv::FILLED);
  cv::putText(window, "Check", {278, 464}, cv::FONT_HERSHEY_SIMPLEX, 0.45, kBlack, 1, cv::LINE_AA);
  EXPECT_EQ(texts(find_buttons(window, words().check)), std::vector<std::string>{"Check"});
}

TEST(Buttons, AreWhereTheirTextIs) {
  cv::Mat now = page();
  const cv::Mat before = now.clone();
  // One plate with a line and the text of a button without a frame.
  cv::rectangle(now, {210, 225, 150, 70}, kWhite, cv::FILLED);
  cv::rectangle(now, {210, 225, 150, 70}, cv::Scalar(120, 120, 120));
  cv::rectangle(now, {230, 235, 110, 3}, kBlack, cv::FILLED);
  write(now, "Play again", {228, 280}, kBlack);
  const auto buttons = find_buttons(before, now, words());
  ASSERT_EQ(buttons.size(), 1U);
  EXPECT_NEAR(buttons[0].at.y, 275, 5);
}

TEST(Buttons, ThatAreAlwaysThereStartAnotherGame) {
  cv::Mat window = page();
  draw_button(window, "Restart", {30, 100});
  EXPECT_TRUE(find_buttons(window, words().fresh).empty()) << "the same again";
  draw_button(window, "New game", {30, 50});
  EXPECT_EQ(texts(find_buttons(window, words().fresh)), std::vector<std::string>{"New game"});
}

TEST(ButtonTexts, NameAKey) {
  const auto key = [](const char* text) { return key_named_in(text, words().next); };
  EXPECT_EQ(key("Press Space to restart"), "space");
  EXPECT_EQ(key("PRESS [ENTER] TO PLAY AGAIN!"), "Return");
  EXPECT_EQ(key("Hit the space bar for a new game"), "space");
  EXPECT_EQ(key("Press any key to continue..."), "space");
  EXPECT_EQ(key("Press 'R' to restart"), "r");
  EXPECT_EQ(key("Press Q to quit"), std::nullopt);
  EXPECT_EQ(key("Press Esc to restart"), std::nullopt);
  EXPECT_EQ(key("Press R to restart or Q to quit"), std::nullopt);
  EXPECT_EQ(key("Press Space to restart?"), std::nullopt);
  EXPECT_EQ(key("Press Space"), std::nullopt);
  EXPECT_EQ(key("Restart"), std::nullopt);
  EXPECT_EQ(key(""), std::nullopt);
}

TEST(Buttons, MayBeKeysThatATextNames) {
  const cv::Mat before = page();
  cv::Mat now = with_dialog(before, {});
  write(now, "Press Space to restart", {210, 250}, {0, 0, 0});
  const auto buttons = find_buttons(before, now, words());
  ASSERT_EQ(buttons.size(), 1U);
  EXPECT_EQ(buttons[0].key, "space");
}

TEST(Buttons, WithOtherWordsAreNotPressed) {
  const cv::Mat before = page();
  EXPECT_TRUE(find_buttons(before, with_dialog(before, {"Quit", "Share"}), words()).empty());
  EXPECT_TRUE(find_buttons(before, with_dialog(before, {"Quit?"}), words()).empty());
}

TEST(Buttons, ThatAreQuestionsAreThoseOfLastResort) {
  const cv::Mat before = page();
  const cv::Mat now = with_dialog(before, {"Play again?", "Yes"});
  EXPECT_EQ(texts(find_buttons(before, now, words())),
            (std::vector<std::string>{"Yes", "Play again"}));
  EXPECT_EQ(texts(find_closing_buttons(before, now, words())), std::vector<std::string>{"Yes"});
}

TEST(Buttons, MayBeDarkWithRoundCorners) {
  const cv::Mat before = page();
  cv::Mat now = with_dialog(before, {});
  const cv::Scalar blue(190, 80, 10);
  for (const int x : {380, 430}) cv::circle(now, {x, 260}, 18, blue, cv::FILLED, cv::LINE_AA);
  cv::rectangle(now, {380, 242, 50, 37}, blue, cv::FILLED);
  write(now, "OK", {390, 266}, kWhite);
  const auto buttons = find_buttons(before, now, words());
  EXPECT_EQ(texts(buttons), std::vector<std::string>{"OK"});
}

enum class Focus { none, solid, thick, dotted, icon };

/// A button as steep a gradient as in Swing, whose text has this around it.
cv::Rect draw_focused_button(cv::Mat& picture, const std::string& text, Focus focus) {
  int baseline = 0;
  const cv::Size size = cv::getTextSize(text, cv::FONT_HERSHEY_SIMPLEX, 0.6, 1, &baseline);
  const cv::Rect box(294, 240, size.width + 56, 32), ring(315, 244, size.width + 14, 24);
  for (int y = 0; y < box.height; ++y)
    picture(box).row(y) = cv::Scalar::all(255 - 5 * std::abs(y - 8) / 2);
  cv::rectangle(picture, box, cv::Scalar(150, 130, 120), 2);
  write(picture, text, {322, 262}, kBlack);
  if (focus == Focus::icon) {
    // Could be read as a letter.
    cv::putText(picture, "3", {297, 266}, cv::FONT_HERSHEY_SIMPLEX, 0.9, cv::Scalar(200, 90, 40),
                3);
  } else if (focus == Focus::dotted) {
    for (int x = ring.x; x < ring.br().x; x += 2)
      for (const int y : {ring.y, ring.br().y}) picture.at<cv::Vec3b>(y, x) = {0, 0, 0};
    for (int y = ring.y; y < ring.br().y; y += 2)
      for (const int x : {ring.x, ring.br().x}) picture.at<cv::Vec3b>(y, x) = {0, 0, 0};
  } else if (focus != Focus::none) {
    cv::rectangle(picture, ring, cv::Scalar(204, 184, 163), focus == Focus::thick ? 3 : 1);
  }
  return box;
}

class FocusedButtons : public testing::TestWithParam<Focus> {};

TEST_P(FocusedButtons, AreFound) {
  const cv::Mat before = page();
  for (const std::string text : {"OK", "Yes", "New game", "Play again"}) {
    cv::Mat now = with_dialog(before, {});
    const cv::Rect box = draw_focused_button(now, text, GetParam());
    const auto buttons = find_buttons(before, now, words());
    ASSERT_EQ(buttons.size(), 1U) << text;
    EXPECT_TRUE(says(buttons[0].text, text)) << buttons[0].text << " is not " << text;
    EXPECT_TRUE(box.contains(buttons[0].at)) << text << " at " << buttons[0].at;
  }
  cv::Mat now = with_dialog(before, {});
  draw_focused_button(now, "Quit", GetParam());
  EXPECT_TRUE(find_buttons(before, now, words()).empty());
}
INSTANTIATE_TEST_SUITE_P(EachFocus, FocusedButtons,
                         testing::Values(Focus::none, Focus::solid, Focus::thick, Focus::dotted,
                                         Focus::icon));

TEST(Buttons, MayHaveTwoLines) {
  const cv::Mat before = page();
  cv::Mat now = with_dialog(before, {});
  cv::rectangle(now, {300, 225, 100, 66}, kPale, cv::FILLED);
  write(now, "Play", {328, 252}, kBlack);
  write(now, "again", {322, 278}, kBlack);
  EXPECT_EQ(texts(find_buttons(before, now, words())), std::vector<std::string>{"Play again"});
}

TEST(MenuEntries, AreReadLineByLine) {
  cv::Mat menu(90, 180, CV_8UC3, kPale);
  cv::rectangle(menu, {0, 0, 180, 90}, kBlack);
  write(menu, "New game", {12, 24}, kBlack);
  write(menu, "Next level", {12, 50}, kBlack);
  write(menu, "Quit", {12, 76}, kBlack);
  write(menu, "Q", {150, 76}, kBlack);
  const auto entries = find_menu_entries({}, menu, words().fresh);
  EXPECT_EQ(texts(entries), (std::vector<std::string>{"New game", "Next level"}));
  ASSERT_FALSE(entries.empty());
  EXPECT_NEAR(entries[0].at.y, 18, 6);
}

TEST(Buttons, OfAWindowOfItsOwnAreFound) {
  const cv::Mat dialog = with_dialog(page(), {"OK"})({180, 170, 320, 130});
  EXPECT_EQ(texts(find_buttons({}, dialog, words())), std::vector<std::string>{"OK"});
}

TEST(Covers, AreOverTheBoardWhateverElseHasChanged) {
  const cv::Rect board(160, 100, 312, 312), advertisement(0, 0, 640, 60);
  cv::Mat now = page();
  for (int x = 0; x < 640; x += 40) write(now, "SALE", {x, 40}, kBlack);
  EXPECT_EQ(middle_of_what_covers(board, page(), now), std::nullopt);
  const cv::Mat dialog = with_dialog(now, {});
  const auto cover = middle_of_what_covers(board, page(), dialog);
  ASSERT_TRUE(cover);
  EXPECT_TRUE(cv::Rect(180, 170, 320, 130).contains(*cover)) << *cover;
  EXPECT_TRUE(middle_of_what_covers(advertisement, page(), dialog));
  // Something else that is new may be so near that they seem to be one.
  cv::Mat joined = dialog.clone();
  cv::copyMakeBorder(joined, joined, 0, 0, 0, 900, cv::BORDER_REPLICATE);
  cv::Mat before = page();
  cv::copyMakeBorder(before, before, 0, 0, 0, 900, cv::BORDER_REPLICATE);
  for (int x = 480; x < 1500; x += 40) write(joined, "SALE", {x, 240}, kBlack);
  const auto of_joined = middle_of_what_covers(board, before, joined);
  ASSERT_TRUE(of_joined);
  EXPECT_TRUE(cv::Rect(180, 170, 320, 130).contains(*of_joined)) << *of_joined;
}

}  // namespace
}  // namespace eyehand
