import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { OpenApiDocument } from '../openapi/document.ts'

export interface Reference {
  readonly $ref: string
}

/** The schemas of a document, to check values by. */
export interface DocumentSchemas {
  /** What a reference leads to; what is none, itself. */
  resolve<Value extends object>(given: Value | Reference): Value
  /** What is wrong with a value; null if nothing is. */
  problemsIn(schema: object, value: unknown): string | null
}

const targetOf = (document: object, { $ref }: Reference): unknown =>
  $ref
    .split('/')
    .slice(1)
    // The document is JSON: what has members is an object.
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document)

export const schemasOf = (document: OpenApiDocument): DocumentSchemas => {
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  formats.default(ajv)
  const { components } = document
  const compiled = new Map<object, ValidateFunction>()
  const validatorOf = (schema: object): ValidateFunction => {
    const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components })
    compiled.set(schema, validate)
    return validate
  }
  return {
    // That each reference leads to what is expected of it, swagger-parser has seen.
    resolve: (given) => ('$ref' in given ? (targetOf(document, given) as never) : given),
    problemsIn: (schema, value) => {
      const validate = validatorOf(schema)
      return validate(value) ? null : ajv.errorsText(validate.errors)
    },
  }
}
