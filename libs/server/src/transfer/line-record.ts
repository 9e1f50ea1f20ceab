import { ContentError, type ContentModel } from '@content-service/domain'
import { parseContentRecord, type ContentRecord } from '@content-service/domain/internal/transfer'
import { isObject } from '@content-service/domain/internal/rules'
import { MAX_LINE_BYTES, type FileLine } from './lines.ts'

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new ContentError('BAD_USER_INPUT', 'the line is not valid JSON in UTF-8')
  }
}

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ContentError('BAD_USER_INPUT', 'the line is not valid JSON in UTF-8')
  }
}

/** A line of a rejects file contains the text of the refused line. */
const isReject = (value: unknown): value is { readonly text: string } =>
  typeof value === 'object' &&
  value !== null &&
  !('type' in value) &&
  'line' in value &&
  'reason' in value &&
  'text' in value &&
  typeof value.text === 'string'

export const isBlank = ({ bytes }: FileLine): boolean =>
  bytes !== null && Buffer.from(bytes).toString('latin1').trim() === ''

/** The record in a line of an import, or in a corrected line of a rejects file. @throws ContentError with the reason. */
export const parseLine = ({ bytes }: FileLine, model: ContentModel): ContentRecord => {
  if (bytes === null)
    throw new ContentError('BAD_USER_INPUT', `the line is longer than ${MAX_LINE_BYTES} bytes`)
  const value = parseJson(decode(bytes))
  return parseContentRecord(isReject(value) ? parseJson(value.text) : value, model)
}

/** C15.23: whether the line is a record of a type that the model does not have. */
export const isOfMissingType = ({ bytes }: FileLine, { types }: ContentModel): boolean => {
  const value = bytes === null ? null : parseJson(decode(bytes))
  return isObject(value) && !types.some(({ word }) => word === value['type'])
}
