import type { Board, LogEntry, ObjectPatch, Odds, Scene } from "../src/api";
import data from "./fixtures/traces.json";

/** A corner of Traces of War as the server tells it: a Soviet unit is being moved. Made by `make fixture`. */
export const board = data.board as unknown as Board;
export const scene = data.scene as unknown as Scene;
export const odds = data.odds as unknown as Odds;
export const entries = data.entries as unknown as LogEntry[];
/** What the server tells after the next pick: what has changed, and the whole of it. */
export const patch = data.patch as unknown as ObjectPatch;
export const later = data.later as unknown as Scene;
