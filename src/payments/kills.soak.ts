import './kills.test.ts'
