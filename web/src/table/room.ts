// A table that waits for people: who sits where, how others come to it, and what to do meanwhile.

import { api, me } from "../common/api";
import { fill, h, seatMark, sorry } from "../common/dom";
import { t } from "../common/language";
import { nameField, takeName, weightName } from "../common/naming";
import { go } from "../common/route";
import { theme } from "../common/settings";
import { address, invitation, wantedSeat } from "../common/share";
import type { Game, Position } from "../common/types";
import { isScreen, type Source } from "./live";
import type { TableState } from "./tablestate";
import type { Talk } from "./talk";

export class Room {
  private readonly seats = h("ul", { class: "seats" });
  private readonly news = h("p", { class: "soft", "aria-live": "polite" });
  private readonly buttons = h("div", { class: "row" });
  private readonly about = h("div", { class: "room-about" });
  private readonly inviting = h("div", { class: "room-invite" });
  private readonly talking = h("div", { class: "room-talk" }, h("h2", {}, t`Talk`));
  private name: HTMLElement | null = null;
  private drawn: HTMLElement | null = null;
  private seatNames: string[] = [];

  constructor(
    private readonly state: TableState,
    private readonly live: () => Source,
    private readonly copyLink: () => void,
    private readonly talk: () => Talk,
  ) {}

  /** Made once: what is being written stays when somebody sits down. */
  draw(position: Position): HTMLElement {
    if (isScreen()) return this.drawScreen(position);
    this.drawn ??= this.make();
    const { yours, host, rated } = this.state.table!;
    const free = position.seats.filter((seat) => seat.free).length;
    // Who has scanned the code of a seat is asked about that one, unless somebody else was quicker.
    const scanned = wantedSeat();
    const only = scanned !== null && position.seats[scanned]?.free ? scanned : null;
    fill(
      this.seats,
      ...position.seats.map((seat, number) =>
        h(
          "li",
          { class: seat.free ? "free" : "" },
          seatMark(number),
          " ",
          this.place(seat.free, seat.name, number, only === null || only === number),
          yours.includes(number) ? h("span", { class: "soft" }, t`you`) : null,
        ),
      ),
    );
    fill(
      this.news,
      free === 1 ? t`One more player, and the match begins.` : t`${free} more players, and the match begins.`,
    );
    if (yours.length && this.name) {
      this.name.remove();
      this.name = null;
    }
    this.inviting.hidden = !yours.length;
    // Who has no name yet is asked for one to sit down with, and talks then.
    this.talking.hidden = !me.user;
    if (me.user && this.talking.childElementCount < 2) {
      this.talking.append(this.talk().element);
      this.talk().opened();
    }
    const again = this.buttons.childElementCount > 0;
    if (again === yours.length > 0) return this.drawn;
    fill(
      this.buttons,
      host && !rated
        ? h(
            "button",
            { class: "main", "data-fill": "", onclick: () => void this.ask("fill", {}) },
            t`Start now, with bots in free seats`,
          )
        : null,
      yours.length
        ? h(
            "button",
            {
              onclick: () =>
                void this.ask("leave", {}).then((done) => {
                  if (done) go("/");
                }),
            },
            host ? t`Close the table` : t`Leave`,
          )
        : null,
    );
    return this.drawn;
  }

  /** What everybody in the room sees: who has come, and for each free seat a code to scan. */
  private drawScreen(position: Position): HTMLElement {
    if (!this.drawn) {
      this.drawn = h("div", { class: "screen-room" }, h("h1", {}, this.state.table!.title), this.news, this.seats);
      api<Game>(`/games/${this.state.table!.game}`)
        .then((game) => {
          this.seatNames = game.seat_names;
          fill(this.seats);
          this.drawScreen(this.state.position!);
        })
        .catch(() => undefined);
    }
    const named = (seat: number) => this.seatNames[seat] ?? t`Seat ${seat + 1}`;
    const free = position.seats.filter((seat) => seat.free).length;
    const isHere = /^(localhost|127\.|\[::1\])/.test(location.hostname);
    fill(
      this.news,
      free ? t`Scan the code of a free seat with your phone, and sit down.` : t`Everybody is here.`,
      isHere
        ? t` Phones cannot reach this address: open this page by the name or the number that the machine has in the room’s network.`
        : "",
    );
    const drawn = [...this.seats.children].map((seat) => seat.getAttribute("data-who")).join();
    const now = position.seats.map((seat) => (seat.free ? "" : seat.name)).join();
    if (this.seats.childElementCount && drawn === now) return this.drawn;
    fill(
      this.seats,
      ...position.seats.map((seat, number) =>
        h(
          "li",
          { class: seat.free ? "free" : "", "data-who": seat.free ? "" : seat.name },
          h("span", {}, seatMark(number), " ", h("strong", {}, seat.free ? named(number) : seat.name)),
          seat.free
            ? h("img", {
                class: "code",
                alt: t`Code for ${named(number)}`,
                src: `/api/tables/${this.state.id}/seats/${number}/code.svg`,
              })
            : h("span", { class: "soft" }, t`is here`),
        ),
      ),
    );
    return this.drawn;
  }

  private place(isFree: boolean, name: string, seat: number, isOffered: boolean): HTMLElement {
    if (!isFree) return h("strong", {}, name);
    return this.state.table!.yours.length || !isOffered
      ? h("span", { class: "soft" }, t`free: waits for somebody`)
      : h("button", { class: "main", onclick: () => void this.join(seat) }, t`Sit here`);
  }

  private make(): HTMLElement {
    const { table } = this.state;
    this.name = table!.yours.length ? null : nameField();
    const link = h("input", {
      readonly: true,
      class: "linkbox",
      value: this.state.link(),
      "aria-label": t`Invitation link`,
      onfocus: (event: FocusEvent) => (event.target as HTMLInputElement).select(),
    });
    fill(
      this.inviting,
      h("h2", {}, t`Invite`),
      h("p", {}, t`Send this link to whoever shall play: `),
      h("div", { class: "row" }, link, h("button", { onclick: this.copyLink }, t`Copy`)),
      h(
        "p",
        {},
        t`In one room: `,
        h(
          "a",
          { href: address(`/table/${this.state.id}`, { screen: 1, invite: table!.invite }) },
          t`show the board on a big screen`,
        ),
        t`, with a code to scan for each seat.`,
      ),
    );
    void this.tellAbout();
    return h(
      "div",
      { class: "room" },
      this.about,
      h(
        "div",
        { class: "room-people" },
        h("h1", {}, t`A table of ${table!.title}${table!.variant && ` (${table!.variant})`}`),
        this.news,
        this.name,
        this.seats,
        this.inviting,
        this.buttons,
      ),
      this.talking,
    );
  }

  /** The game's picture, what it is, and where it is explained. */
  private async tellAbout(): Promise<void> {
    const { game: name } = this.state.table!;
    const picture = h("img", { class: "picture", alt: "", src: `/api/games/${name}/picture.svg?theme=${theme()}` });
    const rules = h("a", { class: "button", href: `/rules/${name}` }, t`Rules`);
    fill(this.about, picture, h("div", { class: "row" }, rules));
    const game = await api<Game>(`/games/${name}`).catch(() => null);
    if (game)
      fill(
        this.about,
        picture,
        h("p", {}, game.blurb),
        h("p", { class: "soft" }, t`${game.minutes} minutes · ${weightName(game.weight)}`),
        h(
          "div",
          { class: "row" },
          game.lesson ? h("a", { class: "button", href: `/learn/${name}` }, t`Learn it meanwhile`) : null,
          rules,
        ),
      );
  }

  private async ask(what: string, body: Record<string, unknown>): Promise<boolean> {
    try {
      await api(`/tables/${this.state.id}/${what}`, body);
      return true;
    } catch (error) {
      sorry(error);
      return false;
    }
  }

  private async join(seat: number): Promise<void> {
    try {
      await takeName(this.drawn!);
      await api(`/tables/${this.state.id}/join`, { seat, invite: invitation() });
      // A new guest's cookie is there now: come again as that guest.
      this.live().drop();
    } catch (error) {
      sorry(error);
    }
  }
}
