"""Tests of the panel "learn": lessons, and positions to practise."""

TOLD = "return document.querySelector('#panel-learn .told').textContent"
ANSWER = """
  const done = arguments[1];
  fetch("/api/practise", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ technique: arguments[0] }),
  }).then((answer) => answer.json()).then(done);
"""


def choose(page, technique):
    """Chooses a technique, and waits for its picture."""
    page.browser.run("""
      const choice = document.querySelector("#technique");
      choice.value = arguments[0];
      choice.dispatchEvent(new Event("change"));
    """, technique)
    page.browser.wait(TOLD + ".startsWith('In the picture')", what="the lesson")
    page.browser.wait("return document.querySelector('#picture svg path') !== null", what="a picture")


def teaches(page):
    """A lesson in words with a picture; a position, a wrong answer, the right one."""
    browser = page.browser
    page.panel("learn")
    browser.wait("return document.querySelectorAll('#technique option').length > 40", what="the techniques")
    choose(page, "skyscraper")
    lesson = browser.run("return document.querySelector('.lesson').textContent")
    assert "two places in each of two rows" in lesson and "HoDoKu 130" in lesson, lesson
    choose(page, "x-wing")
    # A known position instead of a new one, so that the answer is known, too.
    browser.run("""
      const send = window.fetch;
      window.fetch = (url, options) => {
        if (!String(url).endsWith("/practise")) return send(url, options);
        return send(url, { ...options, body: JSON.stringify({ technique: JSON.parse(options.body).technique }) });
      };
    """)
    known = browser.run_async(ANSWER, "x-wing")
    step = known["steps"][0]
    browser.click("#practise")
    browser.wait(TOLD + ".includes('find it')", what="the position")
    assert browser.run("return document.querySelector('#picture').hidden")
    browser.click("#check-step")
    assert "Nothing is changed yet" in browser.run(TOLD)
    [cell, value] = step["cells"]["removed"][0]
    wrong = next((at, one) for at, marks in enumerate(known["marks"]) for one in marks
                 if all([at, one] not in other["cells"]["removed"] for other in known["steps"]))
    page.choose(wrong[0])
    browser.press(str(wrong[1]))
    browser.click("#check-step")
    assert "which it does not exclude" in browser.run(TOLD), browser.run(TOLD)
    page.choose(wrong[0])
    browser.press("Control+z")
    page.choose(cell)
    browser.press(str(value))
    browser.click("#check-step")
    told = browser.run(TOLD)
    assert told.startswith("Right. In "), told
    browser.wait("return document.querySelector('#picture svg path') !== null", what="a picture")
    return told


def teaches_on_a_telephone(page):
    """All tabs are in reach, and the lesson is below the picture."""
    browser = page.browser
    page.panel("learn")
    browser.wait("return document.querySelector('#picture svg path') !== null", what="a picture")
    fits = """
      const tabs = [...document.querySelectorAll("#tabs button")].map((tab) => tab.getBoundingClientRect());
      return document.documentElement.scrollWidth <= innerWidth && tabs.every((tab) => tab.left >= 0 && tab.right <= innerWidth);
    """
    assert browser.run(fits), "the page is wider than the telephone"


teaches_on_a_telephone.size = (500, 844)
