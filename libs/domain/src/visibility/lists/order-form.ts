import type { ValueKind } from '../../model/fields/field-kinds.ts'
import type { Order } from '../../reading/reading.ts'

/** How an order compares the values of a field. */
export type OrderForm = Pick<Order, 'isText' | 'isDecimal'>

const FORMS: Readonly<Partial<Record<ValueKind, OrderForm>>> = {
  text: { isText: true },
  decimal: { isDecimal: true },
}

/** How an order compares values of a kind; without a form, as they are. */
export const findOrderForm = (kind: ValueKind): OrderForm => FORMS[kind] ?? {}
