"""Three people with one phone, in games of each kind."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.browser import SMALL, Visitor, visiting
from tests.browser.checks import accessible
from tests.browser.hot_seat import Family, shares
from tests.browser.new_table import sits_down
from tests.browser.proxy import proxied
from tests.server.people import Server

PEOPLE = ("Mia", "Oma", "Ben")


def sets_up(visitor: Visitor, game: str) -> None:
    """From the lobby to a table of three people at this device."""
    visitor.opens()
    visitor.page.get_by_role("button", name="Together on one device").click()
    visitor.page.locator(f'dialog [data-game="{game}"]').click()
    expect(visitor.button("Let’s go")).to_be_in_viewport(ratio=1)
    own = visitor.page.locator("dialog").get_by_label("Your name")
    expect(own).to_have_attribute("placeholder", "Guest 1")
    own.fill(PEOPLE[0])
    for number, name in enumerate(PEOPLE[1:], 2):
        if number > 2:
            visitor.taps("Add somebody")
        visitor.page.get_by_label(f"Name of player {number}").fill(name)
    visitor.taps("Let’s go")


def test_hands_are_hidden_from_the_others(browser: Browser, server: Server) -> None:
    with proxied(server) as line, visiting(browser, line, SMALL) as phone:
        sets_up(phone, "classic")
        family = Family(phone)
        family.play_on(passes=1)
        accessible(phone, "in hand")
        family.play_on(passes=2)
        expect(phone.page.get_by_role("region", name="What happened so far")).to_be_visible()
        # After a reload or a lost connection the cards are covered.
        phone.page.reload()
        accessible(phone, "the curtain")
        phone.lays_out_well()
        family.passes_on()
        assert set(family.passes) == set(PEOPLE)
        line.cut()
        expect(phone.page.get_by_text("No connection.")).to_be_visible()
        line.mend()
        family.passes_on()
        assert phone.faults == []


def test_a_match_of_people_at_one_device_and_bots_is_played_to_its_end_and_again(
    browser: Browser, server: Server
) -> None:
    with visiting(browser, server, SMALL) as phone:
        sits_down(phone, "junior", 6, *PEOPLE, speed="instant")
        family = Family(phone)
        family.play_on()
        result = phone.page.locator("dialog[open]")
        for name in PEOPLE:
            expect(result.get_by_text(name, exact=True)).to_be_visible()
        phone.taps("Play again")
        family.passes_on()
        assert {"fault": phone.faults, "match": phone.news("table")[-1]["match"]} == {"fault": [], "match": 2}


def test_a_choice_that_all_make_at_once_stays_secret(ada: Visitor) -> None:
    shares(ada, "highest", *PEOPLE, pace="relaxed")
    expect(ada.button("I am Mia")).to_be_visible()
    expect(ada.page.locator(".time")).to_have_count(0)  # time does not run behind the curtain
    Family(ada).takes("I am Ben")  # any awaited player may be first
    expect(ada.page.locator(".time")).to_be_visible()
    family = Family(ada)
    family.play_on(passes=3)
    assert family.passes[:2] == ["Mia", "Oma"]
    made = [(update["view"]["seat"], event) for update in ada.news("update") for event in update["events"]]
    choices = [(seat, event) for seat, event in made if event["event"] == "chose"]
    assert {event["seat"] for _, event in choices} == {0, 1, 2}
    assert all(event["card"] is None or event["seat"] == seat for seat, event in choices)
    assert any(event["event"] == "trickshown" for _, event in made)
    assert ada.faults == []


def test_a_guessed_number_is_not_offered(ada: Visitor) -> None:
    shares(ada, "guess", *PEOPLE)
    family = Family(ada)
    for number in (32, 33, 31):
        family.passes_on()
        expect(ada.button(f"Guess {number}")).to_be_enabled()
        ada.page.keyboard.press("e")
    assert ada.faults == []


def test_who_does_not_hold_the_device_can_doubt(ada: Visitor) -> None:
    shares(ada, "cheat", *PEOPLE, options={"edition": "star-wars"})
    family = Family(ada)
    family.play_on(passes=1)
    card = ada.page.locator("[data-place=hand] [data-card]").first
    card.click()
    ada.page.keyboard.press("l")
    expect(ada.button("I am Oma")).to_be_focused()
    family.hides()
    accessible(ada, "a call on the curtain")
    ada.page.get_by_role("button", name="Ben").click()
    ada.waits_until(lambda: any(event["event"] == "piletaken" for event in ada.news("update")[-1]["events"]))
    doubted = ada.news("update")[-1]["events"][0]
    assert [doubted["event"] in ("proven", "exposed"), doubted["seat"]] == [True, 2]
    family.takes("I am Oma")
    assert ada.faults == []


def test_everybody_has_a_place_around_the_table_to_call_from(browser: Browser, server: Server) -> None:
    with visiting(browser, server, SMALL) as phone:
        shares(phone, "snap", *PEOPLE)
        for name in PEOPLE:
            phone.page.get_by_role("button", name=f"{name}: turn up").click()
        accessible(phone, "snap")
        phone.lays_out_well()
        for seat in (1, 2):
            call = phone.page.locator(f'[data-pad="{seat}"]:visible').get_by_role("button", name="Schnipp!")
            expect(call).to_be_enabled()
            call.click()
        phone.waits_until(lambda: len(called(phone)) == 2)
        assert called(phone) == [1, 2]
        assert phone.page.locator(".curtain").count() == 0
        assert phone.faults == []


def called(visitor: Visitor) -> list[int]:
    """The seats that called."""
    made = [event for update in visitor.news("update") for event in update["events"]]
    return [event["seat"] for event in made if event["event"] in ("calledout", "stoppcalled")]


def test_who_is_not_to_move_can_call_stopp(ada: Visitor) -> None:
    shares(ada, "connect", *PEOPLE, options={"attention": True})
    ada.page.get_by_role("button", name="Turn up").click()
    across = ada.page.locator('[data-pad="2"]:visible').get_by_role("button", name="Stopp!")
    expect(across).to_be_enabled()  # the first card goes to the middle automatically
    across.click()
    ada.waits_until(lambda: called(ada) == [2])
    assert ada.faults == []


def test_without_secrets_the_device_is_not_passed_on(ada: Visitor) -> None:
    shares(ada, "duel", *PEOPLE[:2])
    expect(ada.button("Turn up")).to_be_enabled()
    result = ada.page.locator("dialog[open]")

    def is_over() -> bool:
        ada.page.keyboard.press("d")
        return result.count() > 0

    ada.waits_until(is_over)
    for name in PEOPLE[:2]:
        expect(result.get_by_text(name, exact=True)).to_be_visible()
    assert not any(table["covered"] for table in ada.news("table"))
    ada.taps("Play again")
    ada.waits_until(lambda: ada.news("table")[-1]["match"] == 2)
    assert ada.faults == []


def test_a_second_player_joins_a_device_and_leaves_it(ada: Visitor) -> None:
    sits_down(ada, "junior", 3, start=False)
    ada.taps("Add somebody on this device")
    ada.page.get_by_role("textbox", name="Name", exact=True).fill("Oma")
    ada.taps("Sit down")
    ada.page.get_by_label("Name of player 1").fill("Ada")
    ada.page.get_by_label("Name of player 2").fill("Oma Inge")
    ada.taps("Fill with bots")
    ada.taps("Start")
    expect(ada.page.get_by_role("heading", name="Pass the device to")).to_be_visible()
    expect(ada.page.get_by_label("Players").get_by_text("Oma Inge")).to_be_visible()
    ada.taps("Menu")
    ada.taps("Leave game")
    ada.taps("Oma Inge")
    expect(ada.page.locator("[data-place=hand] [data-card]").first).to_be_visible()
    assert ada.page.locator(".curtain").count() == 0
    assert ada.news("table")[-1]["device"] == []
    assert ada.faults == []
