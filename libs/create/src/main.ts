#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { createProject } from './create-project.ts'
import { ProjectError } from './project-error.ts'
import { readTemplate, TEMPLATES } from './templates.ts'

const templates = Object.entries(TEMPLATES).map(([name, about]) => `  ${name.padEnd(9)}${about}`)

const HELP = `Usage: npm create @content-service FOLDER -- [--template NAME] [--packages FOLDER]

Creates a project with a content type, a policy, tests and a Dockerfile in a new folder.

Templates:
${templates.join('\n')}

  --template NAME    the template; "service" is the default
  --packages FOLDER  use the tarballs of the libraries in this folder`

const run = (): void => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      template: { type: 'string', default: 'service' },
      packages: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return console.log(HELP)
  const [folder, ...others] = positionals
  if (folder === undefined)
    throw new ProjectError('Give the folder of the new project: npm create @content-service my-content')
  if (others.length > 0)
    throw new ProjectError(
      `Give one folder. If its name is ${JSON.stringify(positionals.join(' '))}, write the name in quotes.`,
    )
  createProject({ folder, template: readTemplate(values.template), packages: values.packages })
  console.log(`Created ${folder}. Next:\n\n  cd ${folder}\n  npm install\n  npm test\n  npm start`)
}

try {
  run()
} catch (error) {
  const isUsage =
    error instanceof ProjectError || (error as { readonly code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(
    isUsage ? `${(error as Error).message}\n"npm create @content-service -- --help" shows the usage.` : error,
  )
  process.exitCode = 2
}
