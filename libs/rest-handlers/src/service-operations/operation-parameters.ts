import type { ServiceOperation } from '@content-service/domain'
import type { Field } from '@content-service/domain/internal/model'
import type { QueryParameters } from '../requests/query-parameter.ts'
import { inputSchemas } from '../schemas/field-schemas.ts'

/** A decimal number that a number of JSON has, too. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false }

/** The value of JSON that a text of a URL writes. The schema refuses a text that writes none. */
const readValue = ({ schema: { type } }: Field, text: string): unknown => {
  if (type === 'integer' || type === 'number') return NUMBER.test(text) ? Number(text) : text
  return type === 'boolean' && Object.hasOwn(FLAGS, text) ? FLAGS[text] : text
}

/** The parameters of a read, one for each member of the input. */
export const createOperationParameters = ({ input }: ServiceOperation): QueryParameters => {
  const schemas = inputSchemas(input)
  return Object.fromEntries(
    Object.entries<Field>(input).flatMap(([name, { isOptional, initial }]) => {
      const schema = schemas[name]
      const isRequired = !isOptional && initial === null
      return schema ? [[name, { schema, ...(isRequired && { isRequired: true as const }) }]] : []
    }),
  )
}

/** The input that the parameters of a URL write. */
export const readOperationInput = (
  { input }: ServiceOperation,
  given: Readonly<Partial<Record<string, string>>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries<Field>(input).flatMap(([name, field]) => {
      const text = Object.hasOwn(given, name) ? given[name] : undefined
      return text === undefined ? [] : [[name, readValue(field, text)]]
    }),
  )
