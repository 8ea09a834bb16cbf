"""Tournaments: games that bots and other players play without a screen, and the statistics of their results."""
