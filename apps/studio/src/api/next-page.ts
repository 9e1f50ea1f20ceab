/** The parameters in the link to the next page (RFC 8288); null on the last page. */
export const readNextPage = (headers: Headers): Readonly<Record<string, string>> | null => {
  const links = (headers.get('link') ?? '').split(', <')
  const next = links.find((link) => link.endsWith('rel="next"'))
  const target = next?.replace('<', '').split('>')[0]
  return target === undefined ? null : Object.fromEntries(new URL(target, 'http://localhost').searchParams)
}
