import type { NewRow } from '../write-groups/insert-statement.ts'
import { RunAlone } from '../write-groups/run-alone.ts'
import type { Member } from '../write-groups/write-group.ts'
import type { WriteGroups } from '../write-groups/write-groups.ts'
import type { DirectMode } from './direct-mode.ts'
import type { Work, WrittenBy } from './mode.ts'
import { OwnTransaction } from './own-transaction.ts'

/**
 * A transaction that inserts one row together with other requests, if that is the first write. Whatever else the request
 * then asks for throws `RunAlone`, and the request runs again in a transaction of its own.
 */
export class GroupTransaction extends OwnTransaction {
  readonly #groups: WriteGroups
  #member: Promise<Member> | null = null

  constructor(direct: DirectMode, groups: WriteGroups) {
    super(direct)
    this.#groups = groups
  }

  /** Whether the request has joined a group. */
  get isShared(): boolean {
    return this.#member !== null
  }

  override get member(): Promise<Member> | null {
    return this.isOver ? null : this.#member
  }

  /** @throws RunAlone. */
  override async run<Result>(work: Work<Result>): Promise<Result> {
    this.#requireNoMember()
    return super.run(work)
  }

  /** @throws RunAlone. */
  override async write<Result>(work: Work<Result>, writtenBy: WrittenBy<Result>): Promise<Result> {
    this.#requireNoMember()
    return super.write(work, writtenBy)
  }

  /** @throws RunAlone. */
  override async insert(createRow: () => NewRow): Promise<boolean> {
    if (this.hasBegun || this.isOver) return false
    this.#requireNoMember()
    const row = createRow()
    this.#member = this.#groups.join(row)
    await this.#member
    this.written.push({ resource: row.type.plural, ids: [row.record.id] })
    return true
  }

  protected override async commit(): Promise<void> {
    if (this.#member) await (await this.#member).commit()
    await super.commit()
  }

  /** Does nothing for a row that the group has not inserted, and after the end of the group. */
  protected override async rollBack(): Promise<unknown> {
    await this.#member?.then(
      (joined) => joined.leave(),
      () => undefined,
    )
    return super.rollBack()
  }

  #requireNoMember(): void {
    if (this.member) throw new RunAlone()
  }
}
