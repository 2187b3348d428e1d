// A Vite plugin: lets the build leave out the schemas of src/shared that the browser does not read. A call at the top of a
// file may do anything, so a bundler keeps it, and with it all of zod; what src/shared says once is only ever a value.
import { parseSync } from 'vite'

export function pureSchemas() {
  return {
    name: 'pure-schemas',
    enforce: /** @type {const} */ ('pre'),
    transform: {
      filter: { id: /\/src\/shared\/[\w-]+\.ts$/ },
      /** @param {string} code @param {string} id */
      handler: (code, id) => ({ code: withPureCalls(code, id), map: null }),
    },
  }
}

/** Every `const name = call()` at the top of the file is made when it is asked for, or never: a call that is marked pure. */
function withPureCalls(code, file) {
  const declarations = parseSync(file, code).program.body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    return declared?.type === 'VariableDeclaration' ? declared.declarations : []
  })
  const calls = declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? init : []))
  // From the end, so that what stands before keeps its place.
  return calls.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)}/* @__PURE__ */ (() => ${text.slice(start, end)})()${text.slice(end)}`,
    code,
  )
}
