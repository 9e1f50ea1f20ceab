import type { RelatedSelection, Row } from '@content-service/domain'
import { contentTag, etagOf } from '../etag.ts'
import { timeOrNull } from '../present.ts'

export const WHOLE_CATEGORY = { fields: ['id', 'name'] }

/** The member names of the GraphQL types (C6.1). The products of a category are a list of their own. */
export const presentCategory = ({ id, name }: Row) => ({ id, name })

/** C6.8: nothing changes a category, so that it has no version. */
export const categoryEtag = (row: Row): string => contentTag(presentCategory(row))

const CATEGORY: RelatedSelection = { as: 'category', relation: 'category', select: WHOLE_CATEGORY }

export const WHOLE_PRODUCT = {
  fields: ['id', 'title', 'description', 'price', 'stock', 'version', 'createdAt'],
  related: [CATEGORY],
}

export const presentProduct = (row: Row) => ({
  id: row['id'],
  title: row['title'],
  description: row['description'],
  price: row['price'],
  stock: row['stock'],
  category: presentCategory(row['category'] as Row),
  version: row['version'],
  createdAt: timeOrNull(row['createdAt']),
})

export const productEtag = (row: Row): string => etagOf(row['version'] as number, presentProduct(row))
