import './free-rooms.test.ts'
