import { createStore, delMany, entries, get, set } from 'idb-keyval'
import type { Loaded } from '../api/records.ts'
import type { Values } from '../record/changes.ts'

/** What somebody has written into a form, and the service has not taken. */
export interface KeptDraft {
  /** The record that the changes are based on; null for a new one. */
  readonly base: Loaded | null
  readonly changes: Values
  /** Milliseconds since 1970. */
  readonly keptAt: number
}

/** Whose draft it is, and of what. */
export interface DraftKey {
  readonly person: string
  readonly path: string
  readonly id: string
}

const KEPT_MS = 7 * 24 * 60 * 60 * 1_000

const STORE = createStore('content-service studio', 'drafts')

const nameDraft = ({ person, path, id }: DraftKey): string => JSON.stringify([person, path, id])

/** A browser can refuse storage. Then the page alone has the text. */
const withoutStorage = (): undefined => undefined

export const keepDraft = (key: DraftKey, { base, changes }: Omit<KeptDraft, 'keptAt'>): Promise<void> =>
  set(nameDraft(key), { base, changes, keptAt: Date.now() }, STORE).catch(withoutStorage)

export const findDraft = (key: DraftKey): Promise<KeptDraft | undefined> =>
  get<KeptDraft>(nameDraft(key), STORE).catch(withoutStorage)

export const dropDraft = (key: DraftKey): Promise<void> =>
  delMany([nameDraft(key)], STORE).catch(withoutStorage)

const listNames = async (
  isWanted: (person: string, draft: KeptDraft) => boolean,
): Promise<readonly string[]> => {
  const all = await entries<string, KeptDraft>(STORE).catch(() => [])
  return all
    .filter(([name, draft]) => isWanted(String((JSON.parse(name) as readonly string[])[0]), draft))
    .map(([name]) => name)
}

/** The number of drafts of a person in this browser. */
export const countDrafts = async (person: string): Promise<number> =>
  (await listNames((of) => of === person)).length

/** C20.5: a sign-out leaves no text in the browser. */
export const dropAllDrafts = async (person: string): Promise<void> =>
  delMany([...(await listNames((of) => of === person))], STORE).catch(withoutStorage)

/** C20.5: a draft stays for 7 days. */
export const dropOldDrafts = async (): Promise<void> =>
  delMany([...(await listNames((_, { keptAt }) => keptAt < Date.now() - KEPT_MS))], STORE).catch(
    withoutStorage,
  )
