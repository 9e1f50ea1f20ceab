import { User, type ContentModel, type UserId } from '@content-service/domain'
import { findType } from '@content-service/domain/internal/model'
import type { UserRecord } from '@content-service/domain/internal/transfer'
import {
  computeTokensValidFrom,
  keepLastAdministrator,
  newUser,
} from '@content-service/domain/internal/users'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { endTokens } from '../users/one-time-tokens.ts'
import { readFacts } from '../users/user-facts.ts'
import { takeNextIds } from '../users/user-ids.ts'
import { mergeRecord, removeAbsent, type LineValues } from './merge-record.ts'
import type { Change, LineEffect, RecordSet } from './record-set.ts'
import type { References } from './references.ts'

interface WriterOptions {
  readonly model: ContentModel
  readonly now: Date
  readonly references: References
  readonly records: RecordSet
}

/** Writes the lines of users. */
export class UserWriter {
  readonly #em: SqlEntityManager
  readonly #model: ContentModel
  readonly #now: Date
  readonly #references: References
  readonly #records: RecordSet
  #newUserIds: readonly UserId[] = []

  constructor(em: SqlEntityManager, { model, now, references, records }: WriterOptions) {
    this.#em = em
    this.#model = model
    this.#now = now
    this.#references = references
    this.#records = records
  }

  /** Takes ids for new users. */
  async takeIds(count: number): Promise<void> {
    this.#newUserIds = await takeNextIds(this.#em, count)
  }

  async write({ type: _type, ...given }: UserRecord): Promise<LineEffect> {
    const type = findType(this.#model, User)
    const id = await this.#references.user(given.username)
    const written = id && (await this.#records.change(type, id, this.#createUserChange(given)))
    if (written) return written
    const [newId, ...others] = this.#newUserIds
    if (newId === undefined) throw new Error(`No id is left for the user ${given.username}.`)
    this.#newUserIds = others
    this.#records.add(type, { id: newId, ...newUser(given, this.#now, type), ...removeAbsent(given) })
    this.#references.nameUser(given.username, newId)
    return 'added'
  }

  /**
   * The rules for every way of writing users: an administrator must be left (C3.4), and some changes end sessions
   * (C3.6).
   */
  #createUserChange(given: LineValues<User>): Change<User> {
    return {
      revise: (current) => mergeRecord(current, given, this.#now),
      complete: async (current, next) => {
        keepLastAdministrator(current, next, (await readFacts(this.#em, current)).isLastAdministrator)
        const tokensValidFrom = computeTokensValidFrom(current, next, this.#now)
        if (next.email === current.email) return { ...next, tokensValidFrom }
        // C12.4: codes that were mailed to the old address set no password.
        await endTokens(this.#em, current.id)
        return { ...next, tokensValidFrom, pendingEmail: null }
      },
    }
  }
}
