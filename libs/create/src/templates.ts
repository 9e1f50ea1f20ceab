import { fileURLToPath } from 'node:url'
import { ProjectError } from './project-error.ts'

/** The templates, and their descriptions in the help. */
export const TEMPLATES = {
  service: 'the whole service, with GraphQL, REST, OAuth and the commands of operators',
  bare: 'the whole service without its articles, comments, products and categories',
  express: 'an Express server with routes of your own, and the service beside them',
  hono: 'a Hono server with routes of your own, and the service beside them',
} as const

export type Template = keyof typeof TEMPLATES

export const readTemplate = (name: string): Template => {
  if (Object.hasOwn(TEMPLATES, name)) return name as Template
  throw new ProjectError(
    `There is no template ${JSON.stringify(name)}. Choose one of ${Object.keys(TEMPLATES).join(', ')}.`,
  )
}

const FOLDERS: Readonly<Record<Template, readonly string[]>> = {
  service: ['shared', 'service'],
  bare: ['shared', 'bare', 'service'],
  express: ['shared', 'server', 'express'],
  hono: ['shared', 'server', 'hono'],
}

/** The folders whose files make a project of the template. */
export const listFolders = (template: Template): readonly string[] =>
  FOLDERS[template].map((name) => fileURLToPath(new URL(`../templates/${name}/`, import.meta.url)))
