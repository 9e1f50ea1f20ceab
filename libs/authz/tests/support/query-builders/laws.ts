import fc from 'fast-check'
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
export async function writeTimes({ writeTime }: Opened, { withKinds }: Filled) {
  for (const [n, row] of withKinds.entries()) {
    const { timestamp } = row as { readonly timestamp: Date | null }
    if (timestamp) await writeTime(n, timestamp)
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
