"""The address of a replay, and Back and Forward over it."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from tests.web.conftest import Visit
from tests.web.house import WORDS
from tests.web.test_replay import opened, record_of

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_replay_is_loaded_when_it_is_wanted_and_back_leads_to_the_record(
    visit: Visit,
) -> None:
    visitor = await visit("/settings")
    record = record_of("four")
    await visitor.page.route("**/api/records/*", lambda route: route.fulfill(json=record))
    await visitor.go("/r/four")
    watch = visitor.page.get_by_role("link", name=WORDS["record.watch"])
    await watch.wait_for()
    await visitor.page.wait_for_load_state("networkidle")

    def loaded() -> list[str]:
        return [url for url in visitor.requests if re.search(r"/web/\w+/replay\.", url)]

    assert loaded() == []
    replay = visitor.page.locator(".replay .hand-tiles")
    await watch.click()
    await replay.wait_for()
    assert len(loaded()) == 2, "its style and its modules"
    await visitor.page.go_back()
    await watch.wait_for()
    await expect(replay).to_have_count(0)
    await visitor.page.go_forward()
    await replay.wait_for()
    await visitor.button("record.back").click()
    await watch.wait_for()
    await visitor.page.wait_for_url(lambda url: urlsplit(url).fragment == "")
    assert len(loaded()) == 2


async def test_what_back_has_left_is_not_written_into_the_address_again(visit: Visit) -> None:
    visitor = await opened(visit)
    # Back changes the address a moment before the page is told; a step that is made meanwhile is
    # written a moment after it.
    await visitor.page.evaluate("history.replaceState(null, '', location.pathname)")
    await visitor.page.keyboard.press("ArrowLeft")
    await visitor.drawn()
    await visitor.drawn()
    await visitor.page.evaluate("dispatchEvent(new HashChangeEvent('hashchange'))")
    await visitor.page.get_by_role("link", name=WORDS["record.watch"]).wait_for()
    assert urlsplit(visitor.page.url).fragment == ""
