/** The names that a declaration gives. */
interface GivenNames {
  readonly plural: string
  readonly list?: string
  readonly path?: string
  readonly table?: string
}

/** The names of a type in the interfaces and in the database (C14.9). */
export interface TypeNames {
  /** The plural as the type declares it, for people: `blogPosts`. */
  readonly plural: string
  /** The list of GraphQL: `blogPosts`. */
  readonly list: string
  /** The last word of the address of the records: `blog-posts`. */
  readonly path: string
  /** The collection of the records, which is the name of their table: `blog_posts`. */
  readonly table: string
  /** The resource of the permissions: `blog-posts`. */
  readonly resource: string
}

const separate = (name: string, separator: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `${separator}${letter.toLowerCase()}`)

/** The collection of a plural. The names of collections stay as they are. */
export const toTable = (plural: string): string => separate(plural, '_')

/** The names that follow from a plural. */
export const deriveNames = ({ plural, list, path, table }: GivenNames): TypeNames => ({
  plural,
  list: list ?? plural,
  path: path ?? separate(plural, '-'),
  table: table ?? toTable(plural),
  resource: separate(plural, '-'),
})
