// Ten questions on the rules, one after the other: the engine has made them, and knows the answers.

import { api, loadGames } from "../common/api";
import { fill, h } from "../common/dom";
import { frame } from "../common/frame";
import { t } from "../common/language";
import { theme } from "../common/settings";

interface Question {
  position: string;
  pictured: boolean;
  text: string;
  choices: string[];
  answer: string;
  rule: string;
}

// So many exams are made of each game.
const EXAMS = 50;

/** Who is asked, and what the table asks of them: the first and the last line of the position in words. */
function about({ position }: Question): string {
  const lines = position.split("\n");
  return lines[0]?.startsWith("You are") ? `${lines[0]} ${lines.at(-1)}` : "";
}

class Exam {
  readonly element = h("div", { class: "exam" });
  private at = 0;
  private right = 0;

  constructor(
    private readonly game: string,
    private readonly place: string,
    private readonly questions: Question[],
    private readonly again: () => void,
  ) {
    this.draw();
  }

  private draw(): void {
    const question = this.questions[this.at];
    if (!question) {
      this.end();
      return;
    }
    const picture = `/api${this.place}/${this.at}.svg?theme=${theme()}`;
    fill(
      this.element,
      h("p", { class: "soft" }, t`Question ${this.at + 1} of ${this.questions.length}`),
      h("p", { class: "soft" }, about(question)),
      h("p", { class: "question" }, question.text),
      question.pictured && h("img", { class: "position", src: picture, alt: t`The table that the question is about` }),
      question.choices.length ? this.choices(question) : this.number(question),
    );
  }

  private choices(question: Question): HTMLElement {
    const answer = (event: Event) => this.take(question, (event.currentTarget as HTMLElement).textContent ?? "");
    return h("div", { class: "answers" }, ...question.choices.map((one) => h("button", { onclick: answer }, one)));
  }

  private number(question: Question): HTMLElement {
    const field = h("input", { type: "number", min: "0", required: true, "aria-label": t`Your answer, a number` });
    const form = h("form", { class: "answers row" }, field, h("button", { class: "main" }, t`Answer`));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(question, String(Number(field.value)));
    });
    return form;
  }

  private take(question: Question, given: string): void {
    const isRight = given === question.answer;
    this.right += Number(isRight);
    for (const part of this.element.querySelectorAll<HTMLButtonElement | HTMLInputElement>("button, input")) {
      part.disabled = true;
      if (part.textContent === question.answer) part.classList.add("right");
      else if (part.textContent === given) part.classList.add("wrong");
    }
    const named =
      question.rule && h("a", { href: `/rules/${this.game}#${question.rule}`, target: "_blank" }, question.rule);
    const onward = () => {
      this.at += 1;
      this.draw();
    };
    const next = h("button", { class: "main", "data-exam": "next", onclick: onward }, t`Go on`);
    const said = isRight ? t`Right. ` : t`No: ${question.answer} `;
    this.element.append(h("p", { class: "said", role: "status" }, h("strong", {}, said), named), next);
    next.focus();
  }

  private end(): void {
    fill(
      this.element,
      h("p", { class: "question", role: "status" }, t`${this.right} of ${this.questions.length} right.`),
      h(
        "p",
        { class: "row" },
        h("button", { class: "main", "data-exam": "again", onclick: this.again }, t`Ten others`),
        h("a", { class: "button", href: `/learn/${this.game}` }, t`Lessons and puzzles`),
        h("a", { class: "button", href: `/rules/${this.game}` }, t`All rules`),
      ),
    );
  }
}

export async function examPage(app: HTMLElement, game: string): Promise<void> {
  const name = (await loadGames()).games.find((one) => one.name === game)?.title ?? game;
  const place = `/games/${encodeURIComponent(game)}/exam/${Math.floor(Math.random() * EXAMS)}`;
  const exam = new Exam(game, place, await api<Question[]>(place), () => void examPage(app, game));
  frame(app, h("main", { class: "exam-page" }, h("h1", {}, t`${name}: ten questions`), exam.element));
  document.title = t`Ten questions on ${name} · Wartable`;
}
