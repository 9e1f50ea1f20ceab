import { accept, clearable, integer, required } from '../accept.ts'
import { InvalidValue } from '../errors.ts'
import { categoryId, referenced, type CategoryId, type ProductId } from '../ids.ts'
import { lineOf, textOf } from '../text.ts'

/** C4.9. */
export interface Product {
  readonly id: ProductId
  readonly title: string
  readonly description: string | null
  readonly price: number
  readonly stock: number
  readonly categoryId: CategoryId
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly ref: string | null
  readonly version: number
}

export interface Category {
  readonly id: CategoryId
  /** Unique without regard to case. */
  readonly name: string
  readonly createdAt: Date
}

const price = (value: number): number => {
  if (!Number.isFinite(value) || value < 0) throw new InvalidValue('must be a number, 0 or more')
  return value
}

export const productRules = {
  title: required(lineOf(300)),
  description: clearable(textOf(0, 10_000)),
  price: required(price),
  stock: required(integer(0, 2_147_483_647)),
  categoryId: required(referenced(categoryId, 'category')),
}

export const categoryRules = { name: required(lineOf(100)) }

export interface ProductChange {
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly price?: number | null | undefined
  readonly stock?: number | null | undefined
  readonly categoryId?: string | null | undefined
}

export interface NewProduct extends ProductChange {
  readonly title: string
  readonly price: number
  readonly stock: number
  readonly categoryId: string
}

export const newProduct = (given: NewProduct, id: ProductId, now: Date): Product => {
  const { description = null, ...accepted } = accept(productRules, given)
  return { id, ...accepted, description, createdAt: now, updatedAt: null, ref: null, version: 1 }
}

export const changedProduct = (current: Product, change: ProductChange, now: Date): Product => {
  const next: Product = { ...current, ...accept(productRules, change) }
  const differs = Object.keys(productRules).some(
    (key) => next[key as keyof Product] !== current[key as keyof Product],
  )
  return differs ? { ...next, updatedAt: now, version: current.version + 1 } : current
}

export const newCategory = (name: string, id: CategoryId, now: Date): Category => ({
  id,
  ...accept(categoryRules, { name }),
  createdAt: now,
})
