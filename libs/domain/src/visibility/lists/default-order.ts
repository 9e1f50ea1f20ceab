import type { ContentModel } from '../../model/content-model.ts'
import { parseOrderText } from '../../model/order-text.ts'
import type { ManyField } from '../../model/fields/field.ts'
import { perModel } from '../../model/per-model.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { IN_PLACE, NEWEST, type Order } from '../../reading/reading.ts'
import { listMembers } from './list-members.ts'
import { toOrders } from './list-order.ts'
import { findOrderForm } from './order-form.ts'

const createOrder = (model: ContentModel, type: RecordType): readonly Order[] => {
  const members = listMembers(model, type)
  const given = (type.defaultOrder ?? []).map(parseOrderText)
  const orders = given.map(({ field, direction }) => {
    const member = members[field]
    return { by: field, direction, ...(member?.kind === 'value' && findOrderForm(member.values)) }
  })
  return orders.length === 0 ? NEWEST : toOrders(orders)
}

const getOrders = perModel((model) => {
  const made = new Map<string, readonly Order[]>()
  return (type: RecordType): readonly Order[] => {
    const order = made.get(type.name) ?? createOrder(model, type)
    made.set(type.name, order)
    return order
  }
})

/** C14.9: the order of all lists of a type for which a request names none; newest first if the type declares none. */
export const getDefaultOrder = (model: ContentModel, type: RecordType): readonly Order[] =>
  getOrders(model)(type)

/** C14.2: the order of links to many records: that of their writer, or that of the lists of the linked type. */
export const getLinkOrder = (
  model: ContentModel,
  { isOrdered, toMany }: Pick<ManyField, 'isOrdered' | 'toMany'>,
): readonly Order[] => (isOrdered ? IN_PLACE : getDefaultOrder(model, model.typeNamed(toMany.name)))
