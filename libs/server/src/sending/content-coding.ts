/** The content codings of the service, in the order of their CPU time for each byte that they save. */
export const CODINGS = ['zstd', 'br', 'gzip'] as const
export type Coding = (typeof CODINGS)[number]

/** A stranger can send any header. */
const MOST_LENGTH = 200

/** The weights of the codings in the header, by their names in lower case. */
const readWeights = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(',').map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [name, weight === undefined ? 1 : Number(weight) || 0]
    }),
  )

/** RFC 9110 §12.5.3: the coding of `Accept-Encoding` with the highest weight; null without compression. */
export const chooseCoding = <Among extends Coding = Coding>(
  header: string | undefined,
  codings: readonly Among[] = CODINGS as readonly Coding[] as readonly Among[],
): Among | null => {
  if (header === undefined || header.length > MOST_LENGTH) return null
  const weights = readWeights(header)
  const others = weights.get('*') ?? 0
  const weigh = (coding: Coding): number => weights.get(coding) ?? others
  const [best] = [...codings].sort((a, b) => weigh(b) - weigh(a))
  const isWanted = best !== undefined && weigh(best) > 0 && weigh(best) >= (weights.get('identity') ?? 0)
  return isWanted ? best : null
}
