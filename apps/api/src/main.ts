// The same program as start.js, under the name that commands and deployments may use. Node loads its compiler for a
// TypeScript file, so that `npm start` begins with start.js.
import './start.js'
