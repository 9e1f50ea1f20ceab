import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { OpenApiDocument } from '../openapi/document.ts'

/** The schemas of a document, for checks of values. */
export interface DocumentSchemas {
  /** The problems of a value; null if it has none. */
  problemsIn(schema: object, value: unknown): string | null
}

export const listSchemas = (document: OpenApiDocument): DocumentSchemas => {
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
    problemsIn: (schema, value) => {
      const validate = validatorOf(schema)
      return validate(value) ? null : ajv.errorsText(validate.errors)
    },
  }
}
