// Makes npm compare `engines` with the project's own Node, which runs the packages. npm compares its own Node and skips
// optional packages without a message: Node 18 of Debian 12 would get no picture library and no bundler.
Object.defineProperty(process, 'version', { value: `v${process.env.PROJECT_NODE_VERSION}` })
