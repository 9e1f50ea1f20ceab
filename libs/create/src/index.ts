export { createProject, type ProjectOptions } from './create-project.ts'
export { ProjectError } from './project-error.ts'
export { TEMPLATES, type Template } from './templates.ts'
