import {
  Article,
  badValue,
  datePublication,
  deriveExcerpt,
  findType,
  initialAttributes,
  isLink,
  isOwner,
  keepLastAdministrator,
  newUser,
  hasDifferentText,
  createRevision,
  computeTokensValidFrom,
  type AnyRecord,
  type ArticleRecord,
  type ContentModel,
  type ContentRecord,
  type DeclaredRecord,
  type LinkField,
  type RecordId,
  type RecordType,
  type RevisionId,
  User,
  type UserId,
  type UserRecord,
} from '@content-service/domain'
import type { EntityName } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'
import { endTokens } from '../accounts/one-time-tokens.ts'
import { RevisionEntity } from '../articles/revision.entity.ts'
import { getEntity } from '../records/record-entity.ts'
import { assignChanged } from '../rows.ts'
import { execute } from '../sql.ts'
import { getUserEntity, type UserRow } from '../users/user-entity.ts'
import { readFacts } from '../users/user-facts.ts'
import { takeNextId } from '../users/user-ids.ts'
import { insertRecords } from './insert-records.ts'
import { References } from './references.ts'

interface Versioned {
  readonly version: number
  readonly updatedAt: Date | null
}

type Values = Readonly<Record<string, unknown>>

/** A kind of records: their entity, and the form of their ids in an export. */
interface Kind<Row> {
  readonly type: RecordType
  readonly entity: EntityName<Row>
  readonly table: string
  readonly parseId: (text: string) => string | null
}

/** The values of a record in a line. */
interface Line<Row> {
  readonly ref: string
  readonly fields: Given<Row>
  /** The other values of a record that does not exist yet. */
  readonly initial?: Values
  /** Returns the record of the line; by default the stored record with the given values. */
  readonly revise?: (current: Row) => Row | Promise<Row>
}

const createKind = <Row>(type: RecordType): Kind<Row> => ({
  type,
  // The rows of the entity are the records of the type.
  entity: getEntity(type) as unknown as EntityName<Row>,
  table: type.plural,
  parseId: type.parseId,
})

/** The values of a line for a row: a member that the line leaves out does not change. */
type Given<Row> = { readonly [K in keyof Row]?: Row[K] | undefined }

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const removeAbsent = <Row>(given: Given<Row>): Partial<Row> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Row>

/** The row with the values of the line; the row itself if no value differs, so that a second import changes nothing. */
const mergeRecord = <Row extends Versioned>(row: Row, given: Given<Row>, now: Date): Row => {
  const fields = removeAbsent(given)
  const differs = (Object.keys(fields) as (keyof Row)[]).some((key) => !isSame(row[key], fields[key]))
  return differs ? { ...row, version: row.version + 1, updatedAt: now, ...fields } : row
}

/** The effect of a line on the database. */
export type Written = 'added' | 'updated' | 'unchanged'

/** Writes records inside a transaction that the caller commits. */
export class RecordWriter {
  readonly #em: SqlEntityManager
  readonly #references: References
  readonly #now: Date

  readonly #model: ContentModel
  /** New records that wait to be inserted together, by their type. */
  readonly #added = new Map<RecordType, Values[]>()

  constructor(em: SqlEntityManager, { now, model }: { readonly now: Date; readonly model: ContentModel }) {
    this.#em = em
    this.#references = new References(em)
    this.#now = now
    this.#model = model
  }

  /** Writes the records in their order: new records with few statements, and each changed record with several. */
  async writeAll(records: readonly ContentRecord[]): Promise<readonly Written[]> {
    await this.#loadNames(records)
    const written: Written[] = []
    for (const record of records) written.push(await this.#write(record))
    await this.#insertAdded()
    return written
  }

  /** Finds all records that the lines name. */
  async #loadNames(records: readonly ContentRecord[]): Promise<void> {
    const usernames = new Set<string>()
    const named = this.#model.types.filter(({ hasRef }) => hasRef)
    const names = new Map(named.map(({ name }) => [name, new Set<string>()]))
    for (const { type: word, ...values } of records as readonly DeclaredRecord[]) {
      const type = this.#findType(word)
      if (word === 'user') usernames.add(String(values['username']))
      names.get(type.name)?.add(String(values['ref']))
      for (const [name, field] of Object.entries(type.fields))
        if (isLink(field) && values[name] !== undefined)
          (isOwner(field) ? usernames : names.get(field.to.name))?.add(String(values[name]))
    }
    await this.#references.loadUsers([...usernames])
    for (const { name, plural } of named)
      await this.#references.loadNamed(plural, [...(names.get(name) ?? [])])
  }

  #findType(word: string): RecordType {
    const type = this.#model.types.find((each) => each.word === word)
    if (type === undefined) throw new Error(`The model has no type for the line ${word}.`)
    return type
  }

  #addLater(type: RecordType, record: Values): void {
    const waiting = this.#added.get(type) ?? []
    waiting.push(record)
    this.#added.set(type, waiting)
  }

  /** A record links only to records of its own type or of an earlier type. */
  async #insertAdded(): Promise<void> {
    for (const type of this.#model.linkedFirst) {
      const rows = this.#added.get(type) ?? []
      if (rows.length > 0) await execute(this.#em, insertRecords(type, rows))
    }
    this.#added.clear()
  }

  async #write(record: ContentRecord): Promise<Written> {
    if (record.type === 'user') return this.#user(record as UserRecord)
    if (record.type === 'article') return this.#article(record as ArticleRecord)
    return this.#declared(this.#findType(record.type), record as DeclaredRecord)
  }

  async #user({ type: _type, ...given }: UserRecord): Promise<Written> {
    const id = await this.#references.user(given.username)
    const row = id && (await this.#em.findOne(getUserEntity(this.#em), { id }))
    if (row) return this.#changedUser(row, given)
    const type = findType(this.#model, User)
    const user = { ...newUser(given, this.#now, type), ...removeAbsent(given) }
    await this.#em.insert(getUserEntity(this.#em), { id: await takeNextId(this.#em), ...user })
    return 'added'
  }

  /**
   * The rules for every way of writing users: an administrator must be left (C3.4), and some changes end sessions
   * (C3.6).
   */
  async #changedUser(row: UserRow, given: Given<UserRow>): Promise<Written> {
    const [current, next] = [{ ...row }, mergeRecord({ ...row }, given, this.#now)]
    keepLastAdministrator(current, next, (await readFacts(this.#em, row)).isLastAdministrator)
    const tokensValidFrom = computeTokensValidFrom(current, next, this.#now)
    if (next.email === current.email) return this.#change(row, { ...next, tokensValidFrom })
    // C12.4: codes that were mailed to the old address set no password.
    await endTokens(this.#em, row.id)
    return this.#change(row, { ...next, tokensValidFrom, pendingEmail: null })
  }

  /** Adds a record of a fixed type once. Finds a record of another type by its `ref`, and changes it. */
  async #declared(type: RecordType, { type: _type, ref, ...given }: DeclaredRecord): Promise<Written> {
    const fields = await this.#resolveLinks(type, given)
    if (type.isFixed) return this.#fixed(type, fields)
    // Only a fixed type has no version.
    return this.#put(createKind<AnyRecord & Versioned>(type), {
      ref: String(ref),
      fields,
      initial: initialAttributes(type),
    })
  }

  /** Changes the record that the `ref` names, or adds it. */
  async #put<Row extends Versioned>(
    { type, entity, table, parseId }: Kind<Row>,
    { ref, fields, initial, revise = (row) => mergeRecord(row, fields, this.#now) }: Line<Row>,
  ): Promise<Written> {
    const id = await this.#references.findNamed(table, ref)
    // An earlier line of the batch may have added the record.
    if (id) await this.#insertAdded()
    // MikroORM cannot follow the attributes of a row that is a type parameter. The rows of every kind have an id.
    const row = id && ((await this.#em.findOne(entity, { id } as never)) as Row | null)
    if (row) return this.#change(row, await revise({ ...row }))
    const dated = { createdAt: this.#now, updatedAt: null, version: 1 }
    const record = { ...initial, ...dated, ...removeAbsent(fields), ...nameRecord(ref, parseId) }
    this.#references.name(table, ref, record.id)
    this.#addLater(type, record)
    return 'added'
  }

  async #fixed(type: RecordType, fields: Values): Promise<Written> {
    const name = type.uniqueAttribute
    const isKnown = name !== null && (await this.#references.findDeclared(type, String(fields[name])))
    if (isKnown) return 'unchanged'
    const id = uuidv7() as RecordId
    await this.#em.insert(getEntity(type), {
      ...initialAttributes(type),
      ...removeAbsent(fields),
      id,
      createdAt: this.#now,
    })
    return 'added'
  }

  /** Replaces the name of each linked record by its id. */
  async #resolveLinks({ fields }: RecordType, given: Values): Promise<Values> {
    const resolved: [string, unknown][] = []
    for (const [name, value] of Object.entries(given)) {
      const field = fields[name]
      resolved.push(
        field && isLink(field)
          ? [`${name}Id`, await this.#linked(name, field, String(value))]
          : [name, value],
      )
    }
    return Object.fromEntries(resolved)
  }

  async #linked(member: string, field: LinkField, name: string): Promise<RecordId | UserId> {
    if (isOwner(field)) return this.#author(name, member)
    const { to } = field
    const id = await this.#references.findDeclared(this.#model.typeNamed(to.name), name)
    if (id === null) throw badValue([member], `there is no ${to.word} ${JSON.stringify(name)}`)
    return id
  }

  async #article({ type: _type, ref, excerpt, ...given }: ArticleRecord): Promise<Written> {
    const type = findType(this.#model, Article)
    const excerptDerived = excerpt === undefined || excerpt === null
    const fields = {
      // The line has passed the rules of the type.
      ...((await this.#resolveLinks(type, given)) as Given<Article>),
      excerptDerived,
      excerpt: excerptDerived ? deriveExcerpt(given.content) : excerpt,
    }
    const { createdAt = this.#now, status } = given
    const published = given.publishedAt ?? (status === 'PUBLISHED' ? createdAt : null)
    return this.#put(createKind<Article>(type), {
      ref,
      fields: { ...fields, publishedAt: published },
      initial: initialAttributes(type),
      revise: (current) => this.#reviseArticle(current, fields),
    })
  }

  async #reviseArticle(current: Article, given: Given<Article>): Promise<Article> {
    // C4.3: another state removes the schedule, and the first publication gets its date.
    const { status = current.status } = given
    const { publishedAt } = datePublication(current, status, this.#now)
    const scheduledFor = status === current.status ? current.scheduledFor : null
    const workflow = { publishedAt: given.publishedAt ?? publishedAt, scheduledFor }
    const next = mergeRecord(current, { ...given, ...workflow }, this.#now)
    const editor = given.ownerId ?? current.ownerId
    const revision = createRevision(current, uuidv7() as RevisionId, editor, this.#now)
    if (hasDifferentText(current, next, findType(this.#model, Article)))
      await this.#em.insert(RevisionEntity, revision)
    return next
  }

  async #author(username: string, member: string): Promise<UserId> {
    const id = await this.#references.user(username)
    if (id === null) throw badValue([member], `there is no user ${JSON.stringify(username)}`)
    return id
  }

  async #change<Row extends Versioned>(row: Row, next: Row): Promise<Written> {
    const written = next.version === row.version ? 'unchanged' : 'updated'
    assignChanged(row, next)
    await this.#em.flush()
    // Forgets the written rows: otherwise every flush would compare all rows of the batch.
    this.#em.clear()
    return written
  }
}

/** An export uses the id as the name of a record without a `ref`: the import makes this name the id again (C10.6). */
const nameRecord = (ref: string, parseId: Kind<unknown>['parseId']): Values & { readonly id: string } => {
  const id = parseId(ref)
  return id === null ? { id: uuidv7(), ref } : { id, ref: null }
}
