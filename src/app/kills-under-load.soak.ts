import './kills-under-load.test.ts'
