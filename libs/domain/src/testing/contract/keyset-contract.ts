import { where } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import type { Order, Row } from '../../reading/reading.ts'
import type { ArticleRow } from '../../articles/article.ts'
import { NOON } from '../test-audit-context.ts'
import type { ContractWorld } from './contract-world.ts'

const article = where<ArticleRow>()
const ORDERS: readonly (readonly Order[])[] = [
  [
    { by: 'createdAt', direction: 'DESC' },
    { by: 'id', direction: 'DESC' },
  ],
  [
    { by: 'createdAt', direction: 'ASC' },
    { by: 'id', direction: 'ASC' },
  ],
  [
    { by: 'publishedAt', direction: 'DESC' },
    { by: 'id', direction: 'DESC' },
  ],
  [
    { by: 'publishedAt', direction: 'ASC' },
    { by: 'id', direction: 'DESC' },
  ],
  [
    { by: 'title', direction: 'ASC' },
    { by: 'id', direction: 'DESC' },
  ],
]

/** The contract of every reader for reads that continue after a row. */
export const keysetContract = (world: ContractWorld): void => {
  describe('C5.4 reads that continue after a row', () => {
    const tag = 'keyset'
    const seed = async (): Promise<void> => {
      for (const [place, status] of (
        ['PUBLISHED', 'DRAFT', 'PUBLISHED', 'DRAFT', 'PUBLISHED'] as const
      ).entries())
        await world.add(`Title ${place % 2}`, {
          tags: [tag],
          status,
          now: new Date(NOON.getTime() + place * 1000),
        })
    }
    const page = (orderBy: readonly Order[], limit: number, after?: Row): Promise<readonly Row[]> =>
      world.stores.reader.find({
        from: 'articles',
        where: article.tags.contains(tag),
        orderBy,
        window: { limit, offset: 0 },
        ...(after && { after }),
        select: { fields: ['id', 'title', 'createdAt', 'publishedAt'] },
      })

    it('return each row exactly once, in every order, including rows with null', async () => {
      await seed()
      for (const orderBy of ORDERS) {
        const whole = await page(orderBy, 100)
        expect(whole).toHaveLength(5)
        const walked: Row[] = []
        for (let next = await page(orderBy, 2); next.length > 0; next = await page(orderBy, 2, walked.at(-1)))
          walked.push(...next)
        expect(walked).toEqual(whole)
      }
    })
  })
}
