import { defineProject } from 'vitest/config'
import { fromSource } from './vitest.shared.ts'

export default defineProject({ ...fromSource, test: { name: 'tools' } })
