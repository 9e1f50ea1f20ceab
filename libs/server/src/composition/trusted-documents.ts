import { readFileSync } from 'node:fs'
import { describeUnreadable, isObject, OperatorError } from '@content-service/domain/internal/rules'
import { hashDocument, type TrustedDocuments } from '@content-service/graphql-schema'
import type { Settings } from '../settings/read-settings.ts'

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new OperatorError(`The file ${file} (TRUSTED_DOCUMENTS_FILE) ${describeUnreadable(error)}.`, {
      cause: error,
    })
  }
}

const readContent = (file: string): unknown => {
  const text = readText(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new OperatorError(
      `The service cannot read TRUSTED_DOCUMENTS_FILE ${file} as JSON: ${(error as Error).message}`,
    )
  }
}

const checkEntry = (
  file: string,
  [hash, document]: readonly [string, unknown],
): readonly [string, string] => {
  if (typeof document !== 'string')
    throw new OperatorError(
      `TRUSTED_DOCUMENTS_FILE ${file}: the value of ${hash} must be the text of a document.`,
    )
  if (hashDocument(document) !== hash)
    throw new OperatorError(
      `TRUSTED_DOCUMENTS_FILE ${file}: the document at ${hash} has the SHA-256 ${hashDocument(document)}.`,
    )
  return [hash, document]
}

/** The documents of the operator's file, JSON from hash to text (C5.9). @throws OperatorError. */
export const readTrustedDocuments = ({
  trustedDocuments,
  trustedDocumentsFile: file,
}: Pick<Settings, 'trustedDocuments' | 'trustedDocumentsFile'>): TrustedDocuments => {
  const isRequired = trustedDocuments === 'require'
  if (file === undefined) return { isRequired, documents: new Map() }
  const content = readContent(file)
  if (!isObject(content))
    throw new OperatorError(
      `TRUSTED_DOCUMENTS_FILE ${file} must be a JSON object that maps hashes to documents.`,
    )
  return { isRequired, documents: new Map(Object.entries(content).map((entry) => checkEntry(file, entry))) }
}
