import { describeImages } from './image-contents.js';

/** The others are asked by the daily tests. */
describeImages(['auth-server', 'notifications', 'speech', 'ipt-graphql']);
