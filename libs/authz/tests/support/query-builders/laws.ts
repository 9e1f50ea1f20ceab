import fc from 'fast-check'
import { expect } from 'vitest'
import type { Condition } from '../../../src/engine/conditions/condition.ts'
import { expectRelatedAgreement } from '../related-agreement.ts'
import { articleTrees } from '../related-rows.ts'
import { asked, expectAgreement } from '../sql-agreement.ts'
import type { Filled } from './fill.ts'
import { openKnex } from './knex.ts'
import { openMikroOrm } from './mikro-orm.ts'
import type { Open, Opened } from './opened.ts'
import { openSequelize } from './sequelize.ts'
import { openTypeOrm } from './typeorm.ts'

/** The query builders and ORMs, each with the function that opens a database. */
export const libraries: readonly (readonly [string, Open])[] = [
  ['Knex', openKnex],
  ['TypeORM', openTypeOrm],
  ['Sequelize', openSequelize],
  ['MikroORM', openMikroOrm],
]

/** Writes the times of the rows as the library stores them. */
export async function writeTimes({ write }: Opened, { withKinds }: Filled) {
  for (const [n, row] of withKinds.entries()) {
    const { timestamp } = row as { readonly timestamp: Date | null }
    if (timestamp) await write(n, { timestamp })
  }
}

/** Columns of each type, and any values of a subject. */
export async function agreesOnColumns({ selectDocs }: Opened, filled: Filled, numRuns: number) {
  for (const each of fc.sample(asked, { numRuns, seed: 13 })) {
    await expectAgreement(each, { hasKinds: true, rows: filled.withKinds, select: selectDocs })
    await expectAgreement(each, { hasKinds: false, rows: filled.withoutKinds, select: selectDocs })
  }
}

/** Rows of other tables. */
export const agreesOnRelations = ({ selectArticles }: Opened, numRuns: number) =>
  expectRelatedAgreement(numRuns, articleTrees, { select: selectArticles })

/** What a library could take for a placeholder, for the end of a text, or for a name. */
const MARKS = [
  ...["'", "''", '"', '`', '\\', "\\'", '\n', '%', ';--', '/*', '?', '??', '\\?', "' or true --"],
  ...['$1', '$$', '$n', 'a$$b', ':n', ':int8', '::int8', '[::alias::]', '{"a"}', 'ñ', '😀', "E'\\x41'"],
]

/** A text with such marks equals itself alone, in a comparison and in a list. */
export async function agreesOnMarks({ selectDocs, write }: Opened, { withKinds }: Filled) {
  for (const [n, text] of MARKS.entries()) await write(n, { text })
  for (const [n, text] of MARKS.entries()) {
    const compare = (op: string, value: unknown) =>
      ({ op, attribute: 'text', kind: 'text', value }) as Condition
    expect(await selectDocs(compare('eq', text)), text).toEqual([n])
    expect(await selectDocs(compare('in', [text, '\0'])), text).toEqual([n])
  }
  for (const n of MARKS.keys()) {
    const { text } = withKinds[n] as { readonly text: string | null }
    await write(n, { text })
  }
}
