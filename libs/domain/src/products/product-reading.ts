import { where } from '@content-service/authz'
import type { Context } from '../context.ts'
import { readCounted, type CountedRows } from '../counted-list.ts'
import type { CategoryId, ProductId } from '../ids.ts'
import type { Window } from '../page.ts'
import { NEWEST, allOf, type Query, type Records, type Row, type Selection } from '../reading.ts'
import { readOne, readShown } from '../showing.ts'
import { shownRows } from '../visible-rows.ts'

const product = where<Records['products']>()
const category = where<Records['categories']>()

export interface ProductList {
  readonly window: Window
  readonly categoryId?: CategoryId | undefined
}

const productsOf = (context: Context, list: ProductList, select: Selection): Query => {
  const inCategory = list.categoryId !== undefined && product.categoryId.eq(list.categoryId)
  const condition = allOf(shownRows(context, 'products'), inCategory)
  return { from: 'products', where: condition, orderBy: NEWEST, window: list.window, select }
}

export const listProducts = (
  context: Context,
  list: ProductList,
  select: Selection,
): Promise<readonly Row[]> => readShown(context, productsOf(context, list, select))

/** `listProducts` with how many there are, counted no further than `atMost`. */
export const countedProducts = (
  context: Context,
  list: ProductList,
  select: Selection,
  atMost: number,
): Promise<CountedRows> => readCounted(context, productsOf(context, list, select), atMost)

const categoriesOf = (context: Context, window: Window, select: Selection): Query => {
  const condition = shownRows(context, 'categories')
  return { from: 'categories', where: condition, orderBy: NEWEST, window, select }
}

export const listCategories = (
  context: Context,
  window: Window,
  select: Selection,
): Promise<readonly Row[]> => readShown(context, categoriesOf(context, window, select))

/** `listCategories` with how many there are, counted no further than `atMost`. */
export const countedCategories = (
  context: Context,
  window: Window,
  select: Selection,
  atMost: number,
): Promise<CountedRows> => readCounted(context, categoriesOf(context, window, select), atMost)

export const readProduct = async (
  context: Context,
  id: ProductId | null,
  select: Selection,
): Promise<Row | null> =>
  id === null
    ? null
    : readOne(context, 'products', allOf(product.id.eq(id), shownRows(context, 'products')), select)

/** What an operation has just written, whatever else the caller may read. */
export const readKnownProduct = (context: Context, id: ProductId, select: Selection): Promise<Row | null> =>
  readOne(context, 'products', product.id.eq(id), select)

export const readCategory = async (
  context: Context,
  id: CategoryId | null,
  select: Selection,
): Promise<Row | null> =>
  id === null
    ? null
    : readOne(context, 'categories', allOf(category.id.eq(id), shownRows(context, 'categories')), select)
