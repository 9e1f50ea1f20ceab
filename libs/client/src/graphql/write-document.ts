/** The text of a document. A parsed document has none, and would arrive as `[object Object]`. */
export const writeDocument = (document: unknown): string => {
  const text = String(document)
  if (text.startsWith('[object')) {
    throw new TypeError(
      'The document is no text. Give a string, or graphql() of @content-service/client/graphql.',
    )
  }
  return text
}
