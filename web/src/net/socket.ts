import type { Answered, Answers, Deed, Questions, StaysBehind, Told } from "../api";

export type Link = "joining" | "open" | "waiting" | "closed";

export interface SocketLike {
  send(text: string): void;
  close(): void;
  onopen: ((event: unknown) => void) | null;
  onclose: ((event: { code: number; reason?: string }) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: unknown) => void) | null;
}

export interface Wire {
  open(address: string): SocketLike;
  later(ms: number, run: () => void): () => void;
  random(): number;
}

export const browserWire: Wire = {
  open: (address) => new WebSocket(address) as unknown as SocketLike,
  later: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** Milliseconds before the next attempt: doubling from half a second to half a minute, up to a fifth earlier so that
 * many clients do not come back at the same moment. */
export function backOff(attempt: number, random: number): number {
  return Math.round(Math.min(30_000, 500 * 2 ** attempt) * (1 - 0.2 * random));
}

export class Refused extends Error {
  constructor(
    readonly rule: string,
    text: string,
  ) {
    super(text);
  }
}

/** An answer that came by itself, or that an update carries. */
type Answer = Extract<Told, { is: "answer" }> | Answered;

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** Every kind of message that the server sends. */
const KINDS: Record<Told["is"], true> = {
  update: true,
  answer: true,
  refused: true,
  chat: true,
  typing: true,
  thinking: true,
  analysing: true,
  hint: true,
  queued: true,
  table: true,
};

/** Whether something that came is a message. The server's tests see to it that what is in one has the described form. */
function isTold(value: unknown): value is Told {
  return typeof value === "object" && value !== null && "is" in value && typeof value.is === "string" && value.is in KINDS;
}

/** Whether an answer is one to this question. */
function answers<W extends keyof Answers>(what: W, told: Answer): told is Extract<Told, { is: "answer" }> & Answers[W] {
  return "what" in told && told.what === what;
}

/** The session that opened the connection has ended. */
export const LOGGED_OUT = 4401;

/** Codes after which coming back is no use: the seat's link is wrong or was revoked, there is no such table, the game cannot
 * be opened. */
const FINAL = new Set([LOGGED_OUT, 4403, 4404, 4409]);

/** One seat's connection. It comes back by itself; what is asked while it is away is refused at once ("offline"), for a
 * pick that is sent later would be a pick that the player no longer expects. */
export class Seat {
  private socket: SocketLike | null = null;
  private attempt = 0;
  private next = 1;
  private readonly answers = new Map<string, Waiting>();
  private cancel: (() => void) | null = null;
  link: Link = "joining";

  constructor(
    private readonly address: string,
    private readonly tell: (told: Told) => void,
    private readonly linked: (link: Link, code?: number) => void,
    private readonly wire: Wire = browserWire,
  ) {
    this.join();
  }

  private change(link: Link, code?: number): void {
    this.link = link;
    this.linked(link, code);
  }

  private join(): void {
    this.cancel = null;
    const socket = this.wire.open(this.address);
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.attempt = 0;
      this.change("open");
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket || typeof event.data !== "string") return;
      const told: unknown = JSON.parse(event.data);
      if (isTold(told)) this.hear(told);
    };
    socket.onerror = () => undefined;
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.socket = null;
      for (const waiting of this.answers.values()) waiting.reject(new Error("offline"));
      this.answers.clear();
      if (FINAL.has(event.code)) {
        this.change("closed", event.code);
        return;
      }
      this.change("waiting");
      this.cancel = this.wire.later(backOff(this.attempt++, this.wire.random()), () => this.join());
    };
  }

  /** Do not wait for the next attempt: the page is looked at again, or the network is back. */
  hurry(): void {
    if (!this.cancel) return;
    this.cancel();
    this.attempt = 0;
    this.join();
  }

  private hear(told: Told): void {
    // what an answer changes is there before whoever has asked goes on
    this.tell(told);
    const id = told.is === "update" ? told.answer?.id : told.is === "answer" || told.is === "refused" ? told.id : undefined;
    const waiting = this.answers.get(String(id));
    if (!waiting) return;
    this.answers.delete(String(id));
    if (told.is === "refused") waiting.reject(new Refused(told.rule, told.text));
    else if (told.is === "answer") waiting.resolve(told);
    else if (told.is === "update" && told.answer) waiting.resolve(told.answer);
  }

  /** Say something that is answered by what happens next. */
  say(message: Deed): boolean {
    if (this.link !== "open" || !this.socket) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Ask something. */
  async ask<W extends keyof Answers>(what: W, about: Questions[W]): Promise<Answers[W]> {
    const told = await this.post(
      what === "why" || what === "past" || what === "story" || what === "analyse" || what === "plans"
        ? { do: what, ...about }
        : { do: "ask", what, ...about },
    );
    if (!answers(what, told)) throw new Error(`no answer to ${what}`);
    return told;
  }

  /** Have something done, and return the units that an order leaves behind. Rejected if the server refuses. */
  async carryOut(message: Deed): Promise<StaysBehind[]> {
    const told = await this.post(message);
    return ("left" in told && (told.left as StaysBehind[] | undefined)) || [];
  }

  private post(message: object): Promise<Answer> {
    if (this.link !== "open" || !this.socket) return Promise.reject(new Error("offline"));
    const id = String(this.next++);
    const answer = new Promise<Answer>((resolve, reject) => this.answers.set(id, { resolve, reject }));
    this.socket.send(JSON.stringify({ ...message, id }));
    return answer;
  }

  close(): void {
    this.cancel?.();
    this.cancel = null;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.link = "closed";
  }
}

export function seatAddress(table: string, key: string | null, lang: string): string {
  const url = new URL(`api/tables/${encodeURIComponent(table)}/play`, document.baseURI.split("#")[0]);
  url.protocol = url.protocol.replace("http", "ws");
  if (key) url.searchParams.set("key", key);
  url.searchParams.set("lang", lang);
  return url.toString();
}
