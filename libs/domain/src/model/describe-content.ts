import type { ContentModel } from './content-model.ts'

/** `blog-posts` → `blog posts`. */
const describePlural = (path: string): string => path.replaceAll('-', ' ')

/** C15.20: the content of a service for people: `Users, articles with a publish workflow, comments, meetups, and search.` */
export const describeContent = ({ derivedTypes }: Pick<ContentModel, 'derivedTypes'>): string => {
  const plurals = derivedTypes.map(({ names }) => describePlural(names.path))
  return ['Users, articles with a publish workflow, comments', ...plurals, 'and search.'].join(', ')
}
