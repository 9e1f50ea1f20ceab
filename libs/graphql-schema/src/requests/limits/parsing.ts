import { GraphQLError, Lexer, Source, TokenKind } from 'graphql'
import { tooComplex } from './guards.ts'

/** The parser needs the stack for each level, and the stack ends at 500 to 2,000 levels. */
const MOST_LEVELS = 200

const OPEN: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L])
const CLOSE: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R])

/** Whether brackets and braces are nested too deeply within the first tokens of a document. */
const isTooDeep = (query: string, maxTokens: number): boolean => {
  const lexer = new Lexer(new Source(query))
  let levels = 0
  for (let count = 0; count < maxTokens && levels <= MOST_LEVELS; count += 1) {
    const { kind } = lexer.advance()
    if (kind === TokenKind.EOF) break
    if (OPEN.has(kind)) levels += 1
    if (CLOSE.has(kind)) levels -= 1
  }
  return levels > MOST_LEVELS
}

/** C5.8: @throws QUERY_TOO_COMPLEX if the parser could run out of stack. The parser itself reports syntax errors. */
export const refuseDeepNesting = (query: string, maxTokens: number): void => {
  try {
    if (!isTooDeep(query, maxTokens)) return
  } catch (error) {
    if (error instanceof GraphQLError) return
    throw error
  }
  throw tooComplex(
    `Lists, objects and selections stand in each other too deep: at most ${MOST_LEVELS} levels. Use variables for values.`,
  )
}
